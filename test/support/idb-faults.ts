// Faults of IndexedDB that cannot be had on demand, put under the store by wrapping what the browser offers.

/** From now on `put` throws a QuotaExceededError when a database would hold more than `room` bytes. Answers its end. */
export function limitRoom(database: string, room: number): () => void {
  const { put, delete: remove, clear } = IDBObjectStore.prototype;
  const sizes = new Map<unknown, number>();
  let used = 0;
  const setSize = (store: IDBObjectStore, key: unknown, size: number): void => {
    const before = sizes.get(key) ?? 0;
    const change = (to: number): void => {
      used += to - (sizes.get(key) ?? 0);
      sizes.set(key, to);
    };
    change(size);
    store.transaction.addEventListener("abort", () => change(before));
  };
  IDBObjectStore.prototype.put = function (value, key) {
    if (this.transaction.db.name === database) {
      const size = value instanceof Blob ? value.size : (value as ArrayBuffer).byteLength;
      if (used + size > room) throw new DOMException("no room is left", "QuotaExceededError");
      setSize(this, key, size);
    }
    return put.call(this, value, key);
  };
  IDBObjectStore.prototype.delete = function (key) {
    if (this.transaction.db.name === database) setSize(this, key, 0);
    return remove.call(this, key);
  };
  return () => Object.assign(IDBObjectStore.prototype, { put, delete: remove, clear });
}

/** The next `times` transactions cannot be opened: what WebKit does in background tabs. Answers how many were refused. */
export function loseConnection(times: number, error: DOMException): () => number {
  const { transaction } = IDBDatabase.prototype;
  let refused = 0;
  IDBDatabase.prototype.transaction = function (...args) {
    if (refused >= times) {
      IDBDatabase.prototype.transaction = transaction;
      return transaction.apply(this, args);
    }
    refused++;
    throw error;
  };
  return () => {
    IDBDatabase.prototype.transaction = transaction;
    return refused;
  };
}

/** The connection that an open store uses: the browser tells nobody, so it is caught when it is used next. */
export async function catchConnection(use: () => Promise<unknown>): Promise<IDBDatabase> {
  const { transaction } = IDBDatabase.prototype;
  let caught: IDBDatabase | undefined;
  IDBDatabase.prototype.transaction = function (...args) {
    caught = this;
    return transaction.apply(this, args);
  };
  try {
    await use();
  } finally {
    IDBDatabase.prototype.transaction = transaction;
  }
  if (caught === undefined) throw new Error("no connection was used");
  return caught;
}

/** Deletes a database; resolves when it is gone, also when that had to wait. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

/** A plain connection, that ignores that others want it closed. */
export function holdDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
