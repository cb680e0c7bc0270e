// A store in memory, for tests and for hosts that have nothing else. It keeps copies, as the others do.
import { sumOf } from "./parts.ts";
import type { Store, StoreEntry } from "./store.ts";
import { StoreError } from "./store.ts";
import { StoreOperations } from "./store-operations.ts";

/** @param limit in bytes, 64 MiB when left out; a batch that would pass it is refused as "full" */
export function memoryStore(limit = 67_108_864): Store {
  return new MemoryStore(limit);
}

class MemoryStore implements Store {
  readonly kind = "memory";
  readonly #limit: number;
  readonly #entries = new Map<number, readonly Uint8Array<ArrayBuffer>[]>();
  readonly #operations = new StoreOperations("entries of the memory store");
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  write(entries: readonly StoreEntry[]): Promise<void> {
    return this.#operations.perform("write", async () => {
      const wanted = sumOf(entries.map(({ parts }) => bytesOf(parts)));
      const room = this.#limit - this.#bytes;
      if (wanted > room) {
        throw new StoreError("full", `Cannot write ${wanted} bytes to memory: ${room} are left, must be as many`);
      }
      const copies = entries.map(({ parts }) => copyOf(parts)); // before anything is kept: memory may run out here
      entries.forEach(({ key }, i) => this.#entries.set(key, copies[i] ?? []));
      this.#bytes += wanted;
    });
  }

  read(keys: readonly number[]): Promise<readonly (readonly Uint8Array<ArrayBuffer>[] | undefined)[]> {
    return this.#operations.perform("read", async () =>
      keys.map((key) => {
        const parts = this.#entries.get(key);
        return parts && copyOf(parts);
      }),
    );
  }

  delete(keys: readonly number[]): Promise<void> {
    return this.#operations.perform("delete", async () => {
      for (const key of keys) {
        this.#bytes -= bytesOf(this.#entries.get(key) ?? []);
        this.#entries.delete(key);
      }
    });
  }

  async close(): Promise<void> {
    await this.#operations.close();
    this.#entries.clear();
  }
}

const bytesOf = (parts: readonly Uint8Array[]): number => sumOf(parts.map((part) => part.length));

const copyOf = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer>[] => parts.map((part) => new Uint8Array(part));
