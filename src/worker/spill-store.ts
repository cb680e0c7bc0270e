// Performs what the machine wants of the store: values become bytes and come back. A part of a worker that is loaded when
// the first result is to be written, and so are the store and the codec. Whatever goes wrong, no value is lost that was in
// memory.
import type { SpillPlace } from "../protocol/boot.ts";
import type { Store, StoreEntry, StoreKind } from "../storage/store.ts";
import { isStoreError, StoreError } from "../storage/store.ts";
import type { WorkerEvent } from "./events.ts";
import type { WorkerInstruction } from "./instructions.ts";

type StoredEvent = WorkerEvent & { readonly kind: "stored" };
type Outcome = StoredEvent["entries"][number]["outcome"];

export interface SpillOptions extends SpillPlace {
  readonly worker: number;
  readonly loadPack: () => Promise<typeof import("../codec/pack.ts")>;
  readonly loadUnpack: () => Promise<typeof import("../codec/unpack.ts")>;
  readonly hear: (event: WorkerEvent) => void;
  /** The store is open. */
  readonly opened: (kind: StoreKind) => void;
}

/** The longest time in milliseconds that a store may take to open. */
const OPENING_TIME = 5000;

export class SpillStore {
  readonly #options: SpillOptions;
  #store: Promise<Store> | undefined;
  #isClosed = false;
  /** The kind of the store, once it is open. */
  opened: StoreKind | undefined;

  constructor(options: SpillOptions) {
    this.#options = options;
  }

  async write(entries: (WorkerInstruction & { readonly kind: "store" })["entries"]): Promise<void> {
    const outcomes = new Map<number, Outcome>();
    let shut: StoredEvent["shut"];
    try {
      const [store, { packValue }] = await Promise.all([this.#open(), this.#options.loadPack()]);
      const packed: StoreEntry[] = [];
      for (const { key, value } of entries) {
        const parts = packValue(value);
        if (parts === undefined) outcomes.set(key, "unstorable");
        else packed.push({ key, parts });
      }
      if (packed.length > 0) await store.write(packed);
    } catch (error) {
      for (const { key } of entries) if (!outcomes.has(key)) outcomes.set(key, "failed");
      shut = {
        isFull: isStoreError(error) && error.failure === "full",
        reason: error instanceof Error ? error.message : String(error),
      };
    }
    const told = entries.map(({ key, bytes }) => ({ key, bytes, outcome: outcomes.get(key) ?? "written" }));
    this.#tell({ kind: "stored", entries: told, ...(shut === undefined ? {} : { shut }) });
  }

  async read(entries: (WorkerInstruction & { readonly kind: "load" })["entries"]): Promise<void> {
    await Promise.all(
      entries.map(async ({ key, bytes }) => {
        const found = await this.#readOne(key);
        const loaded = { key, bytes, value: found?.value, isLost: found === undefined };
        this.#tell({ kind: "loaded", entries: [loaded] });
      }),
    );
  }

  async forget(keys: readonly number[]): Promise<void> {
    try {
      await (await this.#store)?.delete(keys);
    } catch {
      // What is not forgotten now goes with the scratch when the cluster ends.
    }
  }

  /** Lets go of what keeps a page from being frozen, until it is needed again. */
  rest(): void {
    this.#store?.then((store) => store.rest?.()).catch(() => {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#store?.then((store) => store.close()).catch(() => {});
  }

  async #readOne(key: number): Promise<{ readonly value: unknown } | undefined> {
    try {
      const [store, { unpackValue }] = await Promise.all([this.#open(), this.#options.loadUnpack()]);
      const [parts] = await store.read([key]);
      return parts && { value: unpackValue(parts) };
    } catch {
      return undefined;
    }
  }

  #open(): Promise<Store> {
    this.#store ??= this.#openFirst();
    return this.#store;
  }

  async #openFirst(): Promise<Store> {
    const { kind, session, worker, obstacle } = this.#options;
    if (obstacle !== undefined) throw new StoreError("unavailable", obstacle);
    const { openStore } = await import("../storage/open-store.ts");
    const store = await openStore(kind, { session, worker }, { timeout: OPENING_TIME });
    if (this.#isClosed) {
      await store.close();
      return store;
    }
    this.opened = store.kind;
    this.#options.opened(store.kind);
    return store;
  }

  #tell(event: WorkerEvent): void {
    if (!this.#isClosed) this.#options.hear(event);
  }
}
