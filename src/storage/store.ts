// The contract of stores: where a worker's results go that do not fit into memory. Scratch, never durable: each cluster
// writes under a name of its own, and what dead clusters left is removed. Every implementation passes the suite in
// test/conformance/store-suite.ts.

/** The kinds of stores. */
export type StoreKind = "indexeddb" | "opfs" | "files" | "memory";

/** One value as bytes. Its parts come back apart, each in a buffer of its own. */
export interface StoreEntry {
  /** Chosen by the caller; never used twice. */
  readonly key: number;
  readonly parts: readonly Uint8Array[];
}

export interface Store {
  readonly kind: StoreKind;
  /**
   * Writes entries, in one batch. When it resolves all of them can be read; when it rejects none needs to be deleted.
   * The bytes are read until then, never later.
   * @throws {StoreError}
   */
  write(entries: readonly StoreEntry[]): Promise<void>;
  /**
   * The parts of each entry, in order; undefined for one that is not there: never written, deleted, or lost.
   * @throws {StoreError}
   */
  read(keys: readonly number[]): Promise<readonly (readonly Uint8Array<ArrayBuffer>[] | undefined)[]>;
  /**
   * Forgets entries; unknown keys do no harm. Reads of them that have begun still end well. Not to be called for an
   * entry whose `write` has not settled.
   * @throws {StoreError}
   */
  delete(keys: readonly number[]): Promise<void>;
  /** Lets go of what keeps a page from being frozen, when what has begun has ended; opened again when it is needed. */
  rest?(): void;
  /**
   * Lets go of everything it holds open, when what has begun has ended; what it wrote is removed by whoever removes the
   * scratch. Never throws.
   */
  close(): Promise<void>;
}

/**
 * Why a store failed: "full" may pass when entries are deleted; "lost" means that what was written may be gone; "blocked"
 * that somebody else is in the way; "unavailable" that there is no such store here, or that it was closed.
 */
export type StoreFailure = "full" | "blocked" | "lost" | "unavailable";

/** Tells what a store rejects with from any other error. The class alone would not do: lazy parts of a worker each bring their own. */
export function isStoreError(error: unknown): error is StoreError {
  return error instanceof Error && error.name === "StoreError" && "failure" in error;
}

/** What every method of a store rejects with. */
export class StoreError extends Error {
  readonly failure: StoreFailure;

  constructor(failure: StoreFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreError";
    this.failure = failure;
  }
}

/** Names a cluster's scratch: one database, folder or file per worker under it. */
export interface ScratchName {
  /** Unique among all clusters that ever ran here: from `newSession`. */
  readonly session: string;
  readonly worker: number;
}
