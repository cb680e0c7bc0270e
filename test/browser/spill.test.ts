// Results ten times the memory limit on the stores of Chromium, and stores that are full.
import { expect } from "chai";
import type { Overfull } from "../support/cluster/overfull.ts";
import {
  bytesOf,
  columns,
  computeAll,
  eventually,
  gatherAll,
  mostInMemory,
  rows,
  totalMemory,
} from "../support/cluster/overfull.ts";
import { expectReasons, kindsOf, withSpilling } from "../support/cluster/web-scratch.ts";

// What happens to a store, on its worker.

interface Scope {
  /** Bytes that can still be written; undefined: as many as you like. */
  room?: number | undefined;
  isPatched?: boolean;
}

/** The quota of IndexedDB is used up when so many bytes have been put from now on. */
const limitDatabase = (bytes: number | undefined): void => {
  type Stored = Blob | ArrayBuffer | readonly Stored[];
  const sizeOf = (value: Stored): number => {
    if (value instanceof Blob) return value.size;
    return value instanceof ArrayBuffer ? value.byteLength : value.reduce((sum, each) => sum + sizeOf(each), 0);
  };
  const scope = globalThis as Scope;
  scope.room = bytes;
  if (scope.isPatched) return;
  scope.isPatched = true;
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: Stored, key) {
    if (scope.room !== undefined && (scope.room -= sizeOf(value)) < 0) {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    }
    return put.call(this, value, key);
  };
};

/** The quota of the file system is. */
const limitFile = (bytes: number | undefined): void => {
  type Write = (bytes: Uint8Array, options: object) => number;
  interface Handles {
    readonly FileSystemSyncAccessHandle: { readonly prototype: { write: Write } };
  }
  const scope = globalThis as Scope;
  scope.room = bytes;
  if (scope.isPatched) return;
  scope.isPatched = true;
  const { prototype } = (globalThis as unknown as Handles).FileSystemSyncAccessHandle;
  const { write } = prototype;
  prototype.write = function (this: object, written, options) {
    if (scope.room !== undefined && (scope.room -= written.byteLength) < 0) {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    }
    return write.call(this, written, options);
  };
};

const hideFiles = (): void => {
  navigator.storage.getDirectory = () => Promise.reject(new DOMException("Not here.", "SecurityError"));
};

const LIMITS = { indexeddb: limitDatabase, opfs: limitFile };

function itComputes<T>(spill: "indexeddb" | "opfs", graph: Overfull<T>): void {
  it(`computes ${graph.name} on ${spill}, with right values and within each worker's share`, () =>
    withSpilling({ spill, memoryLimit: graph.memoryLimit }, async (cluster, events) => {
      const results = await computeAll(cluster, graph);
      const bytes = bytesOf(graph);
      const check = async (): Promise<void> => {
        for (const memory of (await cluster.memory()).values()) {
          expect(memory.store).to.equal(spill);
          expect(memory.peak).to.be.at.most(mostInMemory(memory, bytes));
        }
      };
      await check();
      await gatherAll(cluster, graph, results);
      await check();
      expect((await totalMemory(cluster)).stored).to.be.at.least(graph.count * bytes - graph.memoryLimit);
      expect(kindsOf(events)).to.deep.equal(["spill-began"]);
    }));

  it(`keeps ${graph.name} in memory when the quota of ${spill} is used up, says so, and stores again when there is room`, () =>
    withSpilling({ spill, memoryLimit: graph.memoryLimit }, async (cluster, events) => {
      const results = await computeAll(cluster, graph, () => cluster.run(LIMITS[spill], graph.memoryLimit / 4));
      expect(kindsOf(events)).to.deep.equal(["spill-began", "spill-stopped"]);
      expectReasons(events, /QuotaExceededError/);
      await gatherAll(cluster, graph, results);
      await cluster.run(LIMITS[spill], undefined);
      for (const result of results) result.release();
      const { written } = await eventually(
        () => totalMemory(cluster),
        ({ inMemory, stored }) => inMemory + stored === 0,
      );
      await computeAll(cluster, graph);
      expect((await totalMemory(cluster)).written - written).to.be.above(5 * graph.memoryLimit);
    }));
}

describe("Cluster on the stores of Chromium", () => {
  for (const spill of ["indexeddb", "opfs"] as const) {
    itComputes(spill, columns);
    itComputes(spill, rows);
  }

  it("finds OPFS by `auto`, and IndexedDB where there is none", async () => {
    for (const [store, prepare] of [
      ["opfs", () => undefined],
      ["indexeddb", hideFiles],
    ] as const) {
      await withSpilling({ spill: "auto" }, async (cluster, events) => {
        await cluster.run(prepare);
        await computeAll(cluster, columns);
        expect(events).to.have.deep.members([0, 1].map((worker) => ({ kind: "spill-began", worker, store })));
      });
    }
  });
});
