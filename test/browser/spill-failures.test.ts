// Workers whose stores fail them in the middle of work, in Chromium: no value is lost that can be had, and events tell.
import { expect } from "chai";
import { findScratch } from "../support/cluster/census.ts";
import { columns, computeAll, gatherAll, totalMemory } from "../support/cluster/overfull.ts";
import { expectReasons, kindsOf, withSpilling } from "../support/cluster/web-scratch.ts";

// What happens to a store, on its worker.

/** The connection is closed when a transaction is opened next; so many times. */
const closeDatabase = (times: number): void => {
  let left = times;
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<typeof transaction>) {
    if (left-- > 0) this.close();
    return transaction.apply(this, args);
  };
};

/** The file is closed under whoever uses it next. */
const closeFile = (): void => {
  type Handle = Record<"read" | "write", (bytes: Uint8Array, options: object) => number> & { close(): void };
  interface Handles {
    readonly FileSystemSyncAccessHandle: { readonly prototype: Handle };
  }
  const { prototype } = (globalThis as unknown as Handles).FileSystemSyncAccessHandle;
  for (const name of ["read", "write"] as const) {
    const real = prototype[name];
    prototype[name] = function (this: Handle, bytes, options) {
      this.close();
      return real.call(this, bytes, options);
    };
  }
};

const forbidDatabases = (): void => {
  IDBFactory.prototype.open = () => {
    throw new DOMException("The user denied permission to access the database.", "SecurityError");
  };
};

const forbidFiles = (): void => {
  navigator.storage.getDirectory = () => Promise.reject(new DOMException("Not here.", "SecurityError"));
};

/** The page deletes all databases, while workers have them open. */
async function deleteDatabases(): Promise<void> {
  const names = await findScratch();
  const databases = names.filter((name) => name.startsWith("database ")).map((name) => name.slice("database ".length));
  expect(databases).to.have.length(2);
  await Promise.all(
    databases.map(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const deletion = indexedDB.deleteDatabase(name);
          deletion.onsuccess = () => resolve();
          deletion.onerror = () => reject(deletion.error);
        }),
    ),
  );
}

describe("Cluster whose store fails it", () => {
  it("opens a connection that was lost again, and loses nothing", () =>
    withSpilling({ spill: "indexeddb" }, async (cluster, events) => {
      const results = await computeAll(cluster, columns, () => cluster.run(closeDatabase, 1));
      await gatherAll(cluster, columns, results);
      expect(kindsOf(events)).to.deep.equal(["spill-began"]);
    }));

  it("computes again what cannot be read because every connection is lost, and stores no more", () =>
    withSpilling({ spill: "indexeddb" }, async (cluster, events) => {
      const results = await computeAll(cluster, columns, () => cluster.run(closeDatabase, Number.POSITIVE_INFINITY));
      await gatherAll(cluster, columns, results);
      expect(kindsOf(events)).to.deep.equal(["spill-began", "spill-lost", "spill-stopped"]);
      expectReasons(events, /InvalidStateError/);
    }));

  it("computes again what went with a database that was deleted, says how much, and stores on", () =>
    withSpilling({ spill: "indexeddb" }, async (cluster, events) => {
      let written = 0;
      const results = await computeAll(cluster, columns, async () => {
        ({ written } = await totalMemory(cluster));
        await deleteDatabases();
      });
      await gatherAll(cluster, columns, results);
      expect(kindsOf(events)).to.deep.equal(["spill-began", "spill-lost"]);
      for (const event of events) if (event.kind === "spill-lost") expect(event.results).to.be.at.least(1);
      expect((await totalMemory(cluster)).written, "stored after it").to.be.above(written + columns.memoryLimit);
    }));

  it("computes again what was in a file that is closed under it, and stores no more", () =>
    withSpilling({ spill: "opfs" }, async (cluster, events) => {
      const results = await computeAll(cluster, columns, () => cluster.run(closeFile));
      await gatherAll(cluster, columns, results);
      expect(kindsOf(events)).to.deep.equal(["spill-began", "spill-lost", "spill-stopped"]);
      expectReasons(events, /InvalidStateError/);
    }));

  for (const [spill, forbid, reason] of [
    ["indexeddb", forbidDatabases, /SecurityError/],
    ["opfs", forbidFiles, /SecurityError/],
    ["files", () => undefined, /neither Deno nor Node/],
  ] as const) {
    it(`computes all in memory where there is no ${spill} from the start, and says so once`, () =>
      withSpilling({ spill }, async (cluster, events) => {
        await cluster.run(forbid);
        await gatherAll(cluster, columns, await computeAll(cluster, columns));
        expect(events.map(({ kind }) => kind)).to.deep.equal(["spill-stopped", "spill-stopped"]);
        expectReasons(events, reason);
      }));
  }
});
