// A connection to a database of one object store. Nothing but the database is waited for while a transaction is open.
// What is lost is opened again, once per operation: browsers drop connections of pages in the background. If the
// database went with it, a new and empty one takes its place.
import type { DBSchema, IDBPDatabase, IDBPTransaction } from "idb";
import { openDB } from "idb";
import { waitAwake } from "../base/patience-port.ts";
import { withDeadline } from "./deadline-port.ts";
import type { StoreFailure } from "./store.ts";
import { StoreError } from "./store.ts";
import { findFailure, storeError } from "./store-failures.ts";

const VALUES = "values";
const PROBES = ["probe of bytes", "probe of a Blob"] as const;

interface Schema extends DBSchema {
  readonly [VALUES]: { readonly key: number | string; readonly value: unknown };
}
type Database = IDBPDatabase<Schema>;
type Values = IDBPTransaction<Schema, [typeof VALUES], "readwrite">["store"];

export interface Keyed {
  readonly key: number | string;
  readonly value: unknown;
}

export class IndexedDbConnection {
  readonly #name: string;
  readonly #timeout: number;
  /** One for all: set before anything is waited for, undefined when there is none or it was lost. */
  #opening: Promise<Database> | undefined;
  #isClosed = false;

  /** @param timeout milliseconds that opening may take */
  constructor(name: string, timeout: number) {
    this.#name = name;
    this.#timeout = timeout;
  }

  /**
   * Opens the database and tries whether it keeps anything, and Blobs. Private windows of some browsers open and then
   * refuse.
   * @throws {StoreError}
   */
  async probe(): Promise<{ readonly keepsBlobs: boolean }> {
    try {
      const probing = this.#probe();
      return await withDeadline(probing, this.#timeout, { reason: () => this.#blocked("does not answer") });
    } catch (error) {
      void this.close();
      throw storeError(`use IndexedDB "${this.#name}"`, error, "unavailable");
    }
  }

  /** All in one transaction: either each record is there or none. */
  put(records: readonly Keyed[]): Promise<void> {
    return this.#retrying((database) =>
      change(database, (store, requests) => {
        for (const { key, value } of records) requests.push(store.put(value, key));
      }),
    );
  }

  /** The value of each key, undefined for none. */
  get(keys: readonly Keyed["key"][]): Promise<readonly unknown[]> {
    return this.#retrying((database) => {
      const { store, done } = database.transaction(VALUES);
      done.catch(() => undefined); // each request tells its own failure
      return Promise.all(keys.map((key) => store.get(key)));
    });
  }

  delete(keys: readonly Keyed["key"][]): Promise<void> {
    return this.#retrying((database) =>
      change(database, (store, requests) => {
        for (const key of keys) requests.push(store.delete(key));
      }),
    );
  }

  /** Closes the connection when what has begun is done; the next operation opens it again. */
  rest(): void {
    this.#drop(this.#opening);
  }

  /** Never throws. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const opening = this.#opening;
    this.#opening = undefined;
    (await opening?.catch(() => undefined))?.close();
  }

  async #probe(): Promise<{ readonly keepsBlobs: boolean }> {
    const bytes = { key: PROBES[0], value: new Uint8Array(1).buffer };
    try {
      await this.put([bytes, { key: PROBES[1], value: new Blob([new Uint8Array(1)]) }]);
      const [, blob] = await this.get(PROBES);
      return { keepsBlobs: blob instanceof Blob && (await blob.arrayBuffer()).byteLength === 1 };
    } catch (error) {
      if (findFailure(error) !== undefined) throw error;
    }
    await this.put([bytes]);
    return { keepsBlobs: false };
  }

  async #retrying<T>(work: (database: Database) => Promise<T>): Promise<T> {
    try {
      return await this.#attempt(work);
    } catch (error) {
      if (findFailure(error) !== undefined || this.#isClosed) throw error;
    }
    return this.#attempt(work);
  }

  async #attempt<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const opening = (this.#opening ??= this.#open());
    try {
      const database = await opening;
      return await work(database);
    } catch (error) {
      if (findFailure(error) !== "full") this.#drop(opening);
      throw error;
    }
  }

  #open(): Promise<Database> {
    if (typeof indexedDB === "undefined") return Promise.reject(this.#error("unavailable", "this host has none"));
    return new Promise((resolve, reject) => {
      let isGivenUp = false;
      const giveUp = (why: string): void => {
        isGivenUp = true;
        reject(this.#blocked(why));
      };
      const opening = openDB<Schema>(this.#name, 1, {
        upgrade: (database) => void database.createObjectStore(VALUES),
        blocked: () => giveUp("is held by another connection"),
      });
      const stopWaiting = waitAwake(this.#timeout, () => giveUp("does not open"));
      const settle = (database: Database): void => {
        stopWaiting();
        if (isGivenUp) return database.close(); // it would block whoever wants to delete the database
        this.#watch(database);
        resolve(database);
      };
      opening.then(settle, (error: unknown) => {
        stopWaiting();
        reject(error);
      });
    });
  }

  /** `versionchange` says that somebody wants to delete the database, `close` that the browser took the connection. */
  #watch(database: Database): void {
    const opening = this.#opening;
    database.addEventListener("versionchange", () => {
      database.close();
      this.#drop(opening);
    });
    database.addEventListener("close", () => this.#drop(opening));
  }

  #drop(opening: Promise<Database> | undefined): void {
    if (this.#opening === opening) this.#opening = undefined;
    opening?.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  #blocked(why: string): StoreError {
    return this.#error("blocked", `${why}, must open within ${this.#timeout} ms`);
  }

  #error(failure: StoreFailure, why: string): StoreError {
    return new StoreError(failure, `Cannot open IndexedDB "${this.#name}": ${why}`);
  }
}

/** One transaction, that nothing is left of if any request fails or is refused. */
async function change(
  database: Database,
  request: (store: Values, requests: Promise<unknown>[]) => void,
): Promise<void> {
  const transaction = database.transaction(VALUES, "readwrite", { durability: "relaxed" });
  const requests: Promise<unknown>[] = [transaction.done];
  const reasons: unknown[] = [];
  try {
    request(transaction.store, requests);
  } catch (error) {
    reasons.push(error);
    transaction.abort();
  }
  for (const result of await Promise.allSettled(requests)) {
    if (result.status === "rejected") reasons.push(result.reason);
  }
  if (reasons.length > 0) throw theReason([...reasons, transaction.error]);
}

/** That it was aborted is said by the transaction; why, by the request that failed or the transaction's own error. */
function theReason(reasons: readonly unknown[]): unknown {
  const known = reasons.find((reason) => findFailure(reason) !== undefined);
  return known ?? reasons.find((reason) => reason instanceof Error && reason.name !== "AbortError") ?? reasons[0];
}
