// IndexedDB and OPFS in a worker, ours and bare.
import { openStore } from "../../src/storage/open-store.ts";
import type { BareStore } from "./pairs.ts";
import { measurePairs } from "./pairs.ts";

interface AccessHandle {
  read(into: Uint8Array, options: { readonly at: number }): number;
  write(bytes: Uint8Array, options: { readonly at: number }): number;
}

const name = { session: `bench-${Date.now()}`, worker: 1 };
const options = { timeout: 10_000 };
const result = {
  IndexedDB: await measurePairs(await openStore("indexeddb", name, options), await bareIndexedDb(), false),
  OPFS: await measurePairs(await openStore("opfs", name, options), await bareOpfs(), true),
};
postMessage(result);

/** One relaxed transaction per batch, a Blob per value, as is fastest in Chromium from 64 KiB on. */
async function bareIndexedDb(): Promise<BareStore> {
  const request = indexedDB.open("bare", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("values");
  const database = await resultOf(request);
  const change = async (act: (values: IDBObjectStore) => void): Promise<void> => {
    const transaction = database.transaction("values", "readwrite", { durability: "relaxed" });
    act(transaction.objectStore("values"));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  };
  return {
    write(values) {
      const blobs = values.map((value) => new Blob([value]));
      return change((store) => blobs.forEach((blob, i) => void store.put(blob, i)));
    },
    async read(count) {
      const store = database.transaction("values").objectStore("values");
      const blobs = await Promise.all(Array.from({ length: count }, (_, i) => resultOf<Blob>(store.get(i))));
      return Promise.all(blobs.map(async (blob) => new Uint8Array(await blob.arrayBuffer())));
    },
    delete: (count) =>
      change((store) => {
        for (let i = 0; i < count; i++) store.delete(i);
      }),
  };
}

async function bareOpfs(): Promise<BareStore> {
  const root = await navigator.storage.getDirectory();
  const file = await root.getFileHandle("bare", { create: true });
  const handle = await (
    file as unknown as { createSyncAccessHandle(): Promise<AccessHandle> }
  ).createSyncAccessHandle();
  return {
    async write(values) {
      values.forEach((value, i) => void handle.write(value, { at: i * value.length }));
    },
    async read(count, size) {
      return Array.from({ length: count }, (_, i) => {
        const bytes = new Uint8Array(size);
        handle.read(bytes, { at: i * size });
        return bytes;
      });
    },
    delete: async () => {},
  };
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
