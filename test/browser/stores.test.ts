import { expect } from "chai";
import { openStore } from "../../src/storage/open-store.ts";
import { beginScratch, endScratch, newSession, sweepScratch } from "../../src/storage/scratch-store.ts";
import type { Store, StoreKind } from "../../src/storage/store.ts";
import { describeStore, entryOf, expectFailure, expectSame } from "../conformance/store-suite.ts";
import { catchConnection, deleteDatabase, holdDatabase, limitRoom, loseConnection } from "../support/idb-faults.ts";
import { openRemoteStore } from "../support/remote-store.ts";

const OPTIONS = { timeout: 5000 };
const runner = { describe, it };
const databaseOf = (session: string): string => `weftwork-${session}-1`;
const startWorker = (): Worker =>
  new Worker(new URL("../fixtures/threads/store-thread.ts", import.meta.url), { type: "module" });

describeStore(runner, "the IndexedDB store", async ({ room }) => {
  const session = newSession();
  await beginScratch(session);
  const store = await openStore("indexeddb", { session, worker: 1 }, OPTIONS);
  const unlimit = room === undefined ? undefined : limitRoom(databaseOf(session), room);
  const dispose = async (): Promise<void> => {
    unlimit?.();
    await store.close();
    expect(await endScratch(session, ["indexeddb"], [1])).to.deep.equal([]);
    expect(await databaseNames()).not.to.include(databaseOf(session));
  };
  return { store, dispose };
});

describeStore(runner, "the OPFS store in a worker", async ({ room }) => {
  const session = newSession();
  await beginScratch(session);
  const worker = startWorker();
  const options = room === undefined ? OPTIONS : { ...OPTIONS, limit: room };
  const store = await openRemoteStore(worker, "opfs", { session, worker: 1 }, options);
  const dispose = async (): Promise<void> => {
    worker.terminate(); // with its file open
    expect(await endScratch(session, ["opfs"], [1])).to.deep.equal([]);
    expect(await folderNames()).not.to.include(`weftwork-${session}`);
  };
  return { store, dispose };
});

describe("the IndexedDB store", () => {
  itWithStore("works in a worker, whose end lets go of the database", async (_, session) => {
    const worker = startWorker();
    const store = await openRemoteStore(worker, "indexeddb", { session, worker: 2 }, OPTIONS);
    const entries = [entryOf(1, 100), entryOf(2, 300_000)];
    await store.write(entries);
    expectSame(
      await store.read([1, 2]),
      entries.map(({ parts }) => parts),
    );
    worker.terminate();
    expect(await endScratch(session, ["indexeddb"], [2])).to.deep.equal([]);
  });

  for (const name of ["InvalidStateError", "UnknownError", "AbortError"]) {
    itWithStore(`opens a connection again that fails by ${name}, and has lost nothing`, async (store) => {
      const entries = [entryOf(1, 100), entryOf(2, 300_000)];
      await store.write(entries);
      for (const work of [() => store.read([1, 2]), () => store.write([entryOf(3, 10)]), () => store.delete([3])]) {
        const stop = loseConnection(1, new DOMException("Connection to Indexed Database server lost", name));
        await work();
        expect(stop()).to.equal(1);
      }
      expectSame(await store.read([1, 2, 3]), [entries[0]?.parts, entries[1]?.parts, undefined]);
    });
  }

  itWithStore("opens a connection again that was closed under it", async (store) => {
    await store.write([entryOf(1, 300_000)]);
    (await catchConnection(() => store.read([1]))).close();
    expectSame(await store.read([1]), [entryOf(1, 300_000).parts]);
  });

  itWithStore(
    "gives up when the connection opened again is lost too, as `lost`, and tries again later",
    async (store) => {
      await store.write([entryOf(1, 100)]);
      const stop = loseConnection(2, new DOMException("lost", "UnknownError"));
      await expectFailure(store.read([1]), "lost");
      expect(stop()).to.equal(2);
      expectSame(await store.read([1]), [entryOf(1, 100).parts]);
    },
  );

  itWithStore("makes way when its database is deleted, and then knows nothing but goes on", async (store, session) => {
    await store.write([entryOf(1, 100), entryOf(2, 300_000)]);
    await deleteDatabase(databaseOf(session));
    expectSame(await store.read([1, 2]), [undefined, undefined]);
    await store.write([entryOf(3, 300_000)]);
    expectSame(await store.read([1, 3]), [undefined, entryOf(3, 300_000).parts]);
  });

  itWithStore("writes to a new database when its own was deleted", async (store, session) => {
    await store.write([entryOf(1, 100)]);
    await deleteDatabase(databaseOf(session));
    await store.write([entryOf(2, 100)]);
    expectSame(await store.read([1, 2]), [undefined, entryOf(2, 100).parts]);
  });

  itWithStore("keeps nothing of a batch whose last entry meets the quota", async (store, session) => {
    await store.write([entryOf(1, 100)]);
    const unlimit = limitRoom(databaseOf(session), 500_000);
    try {
      const batch = [entryOf(2, 100), entryOf(3, 300_000), entryOf(4, 300_000)];
      await expectFailure(store.write(batch), "full");
      expect(await countRecords(databaseOf(session), [2, 3, 4])).to.equal(0);
    } finally {
      unlimit();
    }
    expectSame(await store.read([1, 2]), [entryOf(1, 100).parts, undefined]);
  });

  it("is `blocked` within its time while somebody holds the database, and leaves no connection behind", async () => {
    const session = newSession();
    const held = await holdDatabase(databaseOf(session));
    const deleting = deleteDatabase(databaseOf(session));
    await expectFailure(openStore("indexeddb", { session, worker: 1 }, { timeout: 300 }), "blocked");
    held.close();
    await deleting;
    // The open that was given up succeeds now; were it not closed again, this would never end.
    await deleteDatabase(databaseOf(session));
    expect(await databaseNames()).not.to.include(databaseOf(session));
  });

  it("is `unavailable` where a database opens and refuses to be written", async () => {
    const session = newSession();
    const refusal = new DOMException("A mutation operation was attempted on a database", "InvalidStateError");
    const stop = loseConnection(Number.POSITIVE_INFINITY, refusal);
    try {
      await expectFailure(openStore("indexeddb", { session, worker: 1 }, OPTIONS), "unavailable");
    } finally {
      stop();
    }
    expect(await endScratch(session, ["indexeddb"], [1])).to.deep.equal([]);
  });

  it("keeps large values where Blobs are refused", async () => {
    const session = newSession();
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, key) {
      if (value instanceof Blob) throw new DOMException("Error preparing Blob/File data", "DataCloneError");
      return put.call(this, value, key);
    };
    try {
      const store = await openStore("indexeddb", { session, worker: 1 }, OPTIONS);
      await store.write([entryOf(1, 300_000)]);
      expectSame(await store.read([1]), [entryOf(1, 300_000).parts]);
      await store.close();
    } finally {
      IDBObjectStore.prototype.put = put;
    }
    expect(await endScratch(session, ["indexeddb"], [1])).to.deep.equal([]);
  });

  function itWithStore(name: string, body: (store: Store, session: string) => Promise<void>): void {
    it(name, async () => {
      const session = newSession();
      const store = await openStore("indexeddb", { session, worker: 1 }, OPTIONS);
      try {
        await body(store, session);
      } finally {
        await store.close();
        expect(await endScratch(session, ["indexeddb"], [1])).to.deep.equal([]);
      }
    });
  }
});

describe("the OPFS store", () => {
  it("is `unavailable` on a page, and `auto` is IndexedDB there; in a worker `auto` is OPFS", async () => {
    const name = { session: newSession(), worker: 1 };
    await expectFailure(openStore("opfs", name, OPTIONS), "unavailable");
    const store = await openStore("auto", name, OPTIONS);
    expect(store.kind).to.equal("indexeddb");
    await store.close();
    const worker = startWorker();
    expect((await openRemoteStore(worker, "auto", { ...name, worker: 2 }, OPTIONS)).kind).to.equal("opfs");
    worker.terminate();
    expect(await endScratch(name.session, ["opfs", "indexeddb"], [1, 2])).to.deep.equal([]);
  });

  it("is `blocked` within its time while another worker has its file, which then goes on", async () => {
    const name = { session: newSession(), worker: 1 };
    const [first, second] = [startWorker(), startWorker()];
    const store = await openRemoteStore(first, "opfs", name, OPTIONS);
    await store.write([entryOf(1, 100_000)]);
    await expectFailure(openRemoteStore(second, "opfs", name, { timeout: 400 }), "blocked");
    expectSame(await store.read([1]), [entryOf(1, 100_000).parts]);
    for (const worker of [first, second]) worker.terminate();
    expect(await endScratch(name.session, ["opfs"], [1])).to.deep.equal([]);
  });

  it("waits for a file whose worker is dying", async () => {
    const name = { session: newSession(), worker: 1 };
    const [first, second] = [startWorker(), startWorker()];
    await openRemoteStore(first, "opfs", name, OPTIONS);
    first.terminate();
    const store = await openRemoteStore(second, "opfs", name, OPTIONS);
    await store.write([entryOf(1, 10)]);
    expectSame(await store.read([1]), [entryOf(1, 10).parts]);
    second.terminate();
    expect(await endScratch(name.session, ["opfs"], [1])).to.deep.equal([]);
  });
});

describe("scratch in a page", () => {
  it("outlives a sweep while its session lives, and is swept when its page is gone", async () => {
    const frame = document.createElement("iframe");
    frame.src = "about:blank";
    document.body.append(frame);
    const session = newSession();
    const held = frame.contentWindow?.navigator.locks.request(`weftwork-${session}`, () => new Promise(() => {}));
    held?.catch(() => undefined);
    await leave(session);
    await sweepScratch();
    expect(await databaseNames()).to.include(databaseOf(session));
    expect(await folderNames()).to.include(`weftwork-${session}`);
    frame.remove();
    await until(async () => {
      await sweepScratch();
      const left = [...(await databaseNames()), ...(await folderNames())];
      return !left.some((name) => name.includes(session));
    });
  });

  it("is claimed by `beginScratch` until `endScratch`, for each cluster by itself", async () => {
    const [first, second] = [newSession(), newSession()];
    expect(await Promise.all([first, second].map(beginScratch))).to.deep.equal([true, true]);
    await Promise.all([first, second].map(leave));
    await sweepScratch();
    expect(await endScratch(first, ["indexeddb", "opfs"], [1])).to.deep.equal([]);
    await sweepScratch();
    const left = [...(await databaseNames()), ...(await folderNames())].filter((name) => /^weftwork-/.test(name));
    expect(left.filter((name) => name.includes(first))).to.deep.equal([]);
    expect(left.filter((name) => name.includes(second))).to.deep.equal([databaseOf(second), `weftwork-${second}`]);
    expect(await endScratch(second, ["indexeddb", "opfs"], [1])).to.deep.equal([]);
    const { held = [] } = await navigator.locks.query();
    expect(held.filter(({ name }) => name?.includes(first) || name?.includes(second))).to.deep.equal([]);
  });

  it("leaves alone what is not ours", async () => {
    const foreign = ["weftwork-cache", "weftwork-1", "mine"];
    for (const name of foreign) (await holdDatabase(name)).close();
    await sweepScratch();
    expect(await databaseNames()).to.include.members(foreign);
    await Promise.all(foreign.map(deleteDatabase));
  });

  it("says what could not be removed in time, which goes when it is let go of", async () => {
    const session = newSession();
    const held = await holdDatabase(databaseOf(session));
    expect(await endScratch(session, ["indexeddb"], [1])).to.deep.equal([`IndexedDB ${databaseOf(session)}`]);
    held.close();
    await until(async () => !(await databaseNames()).includes(databaseOf(session)));
  });
});

/** Scratch of both kinds, as a page leaves it that crashes. */
async function leave(session: string): Promise<void> {
  for (const kind of ["indexeddb", "opfs"] satisfies StoreKind[]) {
    const worker = startWorker();
    await (await openRemoteStore(worker, kind, { session, worker: 1 }, OPTIONS)).close();
    worker.terminate();
  }
}

async function databaseNames(): Promise<string[]> {
  return (await indexedDB.databases()).map(({ name = "" }) => name);
}

async function folderNames(): Promise<string[]> {
  const root = (await navigator.storage.getDirectory()) as unknown as { keys(): AsyncIterable<string> };
  const names: string[] = [];
  for await (const name of root.keys()) names.push(name);
  return names;
}

async function countRecords(database: string, keys: readonly number[]): Promise<number> {
  const connection = await holdDatabase(database);
  const values = connection.transaction("values").objectStore("values");
  const counts = await Promise.all(
    keys.map(
      (key) =>
        new Promise<number>((resolve, reject) => {
          const request = values.count(key);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        }),
    ),
  );
  connection.close();
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The browser tells nobody when a page's locks and connections are gone. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}
