// A worker's store on virtual time: what is asked of it ends some steps later, in any order, and may fail in every way
// in which stores fail. What it keeps is what was written and not forgotten.
import { expect } from "vitest";
import type { Random } from "../../src/base/random.ts";
import type { WorkerEvent } from "../../src/worker/events.ts";
import type { WorkerInstruction } from "../../src/worker/instructions.ts";

/** There is none; it is well; it is full now and then; it loses what it has; it ends with the first failure. */
export type StoreMood = "none" | "well" | "full" | "forgetful" | "broken";
export const STORE_MOODS: readonly StoreMood[] = ["none", "well", "full", "forgetful", "broken"];

type StoreInstruction = Extract<WorkerInstruction, { readonly kind: "store" | "load" | "unstore" }>;
type Stored = WorkerEvent & { readonly kind: "stored" };

export interface SimulatedStoreHost {
  readonly random: Random;
  readonly mood: StoreMood;
  hear(event: WorkerEvent): void;
}

export class SimulatedStore {
  readonly #host: SimulatedStoreHost;
  readonly #kept = new Map<number, unknown>();
  /** Keys of what was kept and is gone. */
  readonly #lost = new Set<number>();
  readonly #pending: (() => void)[] = [];

  constructor(host: SimulatedStoreHost) {
    this.#host = host;
  }

  /** Results that it keeps. */
  get count(): number {
    return this.#kept.size;
  }

  get isBusy(): boolean {
    return this.#pending.length > 0;
  }

  perform(instruction: StoreInstruction): void {
    if (instruction.kind === "store") {
      if (this.#host.mood === "none") expect.fail("something is to be stored, and there is no store");
      this.#pending.push(() => this.#write(instruction.entries));
      return;
    }
    if (instruction.kind === "load") {
      for (const entry of instruction.entries) this.#pending.push(() => this.#read(entry));
      return;
    }
    for (const key of instruction.keys) {
      if (this.#kept.delete(key) || this.#lost.has(key)) continue;
      expect.fail(`key ${key} is to be forgotten, and was not written`);
    }
  }

  /** One of the things that it was asked for ends. */
  endOne(): void {
    const [end] = this.#pending.splice(this.#host.random.below(this.#pending.length), 1);
    end?.();
  }

  #write(entries: (StoreInstruction & { readonly kind: "store" })["entries"]): void {
    const { random, mood, hear } = this.#host;
    const isFailing = (mood === "full" && random.below(4) === 0) || (mood === "broken" && random.below(2) === 0);
    const told = entries.map(({ key, value, bytes }): Stored["entries"][number] => {
      if (random.below(16) === 0) return { key, bytes, outcome: "unstorable" };
      if (isFailing) return { key, bytes, outcome: "failed" };
      this.#kept.set(key, value);
      return { key, bytes, outcome: "written" };
    });
    const shut = { isFull: mood === "full", reason: "it takes no more" };
    hear({ kind: "stored", entries: told, ...(isFailing ? { shut } : {}) });
  }

  #read({ key, bytes }: { readonly key: number; readonly bytes: number }): void {
    const { random, mood, hear } = this.#host;
    if (mood === "forgetful" && random.below(3) === 0 && this.#kept.delete(key)) this.#lost.add(key);
    const isLost = !this.#kept.has(key);
    hear({ kind: "loaded", entries: [{ key, bytes, value: this.#kept.get(key), isLost }] });
  }
}
