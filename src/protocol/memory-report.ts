// What a worker tells of its memory when it is asked.
import type { StoreKind } from "../base/store-kind.ts";

/** Bytes are managed bytes, by the engine's own count. */
export interface WorkerMemory {
  /** This worker's share of the cluster's limit. */
  readonly limit: number;
  /** Of results in memory: now, and at most so far. */
  readonly inMemory: number;
  readonly peak: number;
  /** Of results that are in the store and not in memory. */
  readonly stored: number;
  /** Written to the store and read from it so far. */
  readonly written: number;
  readonly read: number;
  /** Times that the worker paused because its memory was nearly full. */
  readonly pauses: number;
  /** The store in use; undefined while nothing was written. */
  readonly store: StoreKind | undefined;
  /** Bytes of results that left this worker, by the way they took: moved without a copy, copied once, in shared memory, cloned. */
  readonly sent: {
    readonly moved: number;
    readonly copied: number;
    readonly shared: number;
    readonly cloned: number;
  };
}
