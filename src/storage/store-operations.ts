// What every store must do around its work: refuse it when closed, turn what it throws into a StoreError, and know what
// is still going on.
import { StoreError } from "./store.ts";
import { storeError } from "./store-failures.ts";

export class StoreOperations {
  readonly #what: string;
  readonly #pending = new Set<Promise<unknown>>();
  #isClosed = false;

  /** @param what is worked on, for messages: "entries of the file store" */
  constructor(what: string) {
    this.#what = what;
  }

  /** @throws {StoreError} whatever `work` throws, and "unavailable" when closed */
  async perform<T>(action: string, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) {
      throw new StoreError("unavailable", `Cannot ${action} ${this.#what}: the store is closed, must be open`);
    }
    const pending = work();
    this.#pending.add(pending);
    try {
      return await pending;
    } catch (error) {
      throw storeError(`${action} ${this.#what}`, error);
    } finally {
      this.#pending.delete(pending);
    }
  }

  /** Refuses everything from now on; resolves when what has begun has ended. Never throws. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#pending);
  }
}
