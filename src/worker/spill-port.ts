// Has what the machine wants of the store performed, by a part that is loaded when first something is to be written.
import type { SpillPlace } from "../protocol/boot.ts";
import type { StoreKind } from "../storage/store.ts";
import type { WorkerEvent } from "./events.ts";
import type { WorkerInstruction } from "./instructions.ts";
import type { SpillOptions, SpillStore } from "./spill-store.ts";

export interface SpillHost {
  /** Undefined: nothing is ever to be stored. */
  readonly place: (SpillPlace & { readonly worker: number }) | undefined;
  readonly load: () => Promise<typeof import("./spill-store.ts")>;
  readonly loadPack: SpillOptions["loadPack"];
  readonly loadUnpack: SpillOptions["loadUnpack"];
  hear(event: WorkerEvent): void;
  /** The store is open. */
  opened(kind: StoreKind): void;
}

type SpillInstruction = Extract<WorkerInstruction, { readonly kind: "store" | "load" | "unstore" }>;

export class SpillPort {
  readonly #host: SpillHost;
  #store: Promise<SpillStore> | undefined;
  /** The kind of the store, once it is open. */
  opened: StoreKind | undefined;

  constructor(host: SpillHost) {
    this.#host = host;
  }

  perform(instruction: SpillInstruction): void {
    this.#store ??= this.#load();
    this.#store.then(
      (store) => {
        if (instruction.kind === "store") void store.write(instruction.entries);
        else if (instruction.kind === "load") void store.read(instruction.entries);
        else void store.forget(instruction.keys);
      },
      (error) => {
        if (instruction.kind !== "store") return; // there is nothing to read or to forget
        const reason = error instanceof Error ? error.message : String(error);
        const entries = instruction.entries.map(({ key, bytes }) => ({ key, bytes, outcome: "failed" as const }));
        this.#host.hear({ kind: "stored", entries, shut: { isFull: false, reason } });
      },
    );
  }

  rest(): void {
    this.#store?.then((store) => store.rest()).catch(() => {});
  }

  close(): void {
    this.#store?.then((store) => store.close()).catch(() => {});
  }

  async #load(): Promise<SpillStore> {
    const { place, load, opened, ...rest } = this.#host;
    if (place === undefined) throw new TypeError("Cannot store results: there is no place for them");
    const { SpillStore } = await load();
    return new SpillStore({
      ...place,
      ...rest,
      opened: (kind) => {
        this.opened = kind;
        opened(kind);
      },
    });
  }
}
