// The scratch of a cluster: what its workers write to stores, under one name, from the first write to the end.

import type { SpillPlace } from "../protocol/boot.ts";
import { sessionName } from "../storage/scratch-names.ts";
import type { StoreKind } from "../storage/store.ts";

export class Scratch {
  readonly session: string;
  readonly #kinds = new Set<StoreKind>();
  #workers = 0;
  #isClaimed = false;
  #begun: Promise<boolean> | undefined;

  constructor() {
    this.session = sessionName(Date.now(), crypto.getRandomValues(new Uint8Array(8)));
  }

  /**
   * Removes what dead clusters left, and marks what will be written as that of a living one. Where that cannot be done
   * others might remove it, so that nothing is to be stored. Never throws.
   */
  async begin(): Promise<void> {
    this.#begun ??= import("../storage/scratch-store.ts")
      .then(async ({ beginScratch, sweepScratch }) => {
        const isClaimed = await beginScratch(this.session);
        void sweepScratch();
        return isClaimed;
      })
      .catch(() => false);
    this.#isClaimed = await this.#begun;
  }

  /** Where workers store results; to be asked when it has begun. */
  place(kind: SpillPlace["kind"]): SpillPlace {
    const isSafe = this.#isClaimed || kind === "memory"; // which nobody else can remove
    const obstacle = isSafe ? undefined : "Cannot store results: no place for them can be claimed here";
    return { kind, session: this.session, obstacle };
  }

  /** A worker has opened a store. */
  note(worker: number, kind: StoreKind): void {
    this.#kinds.add(kind);
    this.#workers = Math.max(this.#workers, worker + 1);
  }

  /** Removes everything, after the workers were ended. Never throws. */
  async end(): Promise<void> {
    if (this.#begun === undefined) return;
    await this.#begun;
    const workers = Array.from({ length: this.#workers }, (_, worker) => worker);
    const { endScratch } = await import("../storage/scratch-store.ts");
    await endScratch(this.session, [...this.#kinds], workers).catch(() => {});
  }
}
