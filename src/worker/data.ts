// The results that a worker holds, its own and copies. Values are opaque here: nobody in the machine looks into them.

export interface Held {
  /** The attempt that made it. */
  readonly run: number;
  readonly value: unknown;
  /** Managed bytes. */
  readonly bytes: number;
}

export class Data {
  readonly #held = new Map<number, Held>();
  /** Managed bytes in all. */
  bytes = 0;

  get count(): number {
    return this.#held.size;
  }

  /** Keeps a result, in the place of one of an older attempt; one that is older itself comes too late. */
  put(task: number, held: Held): void {
    const former = this.#held.get(task);
    if (former !== undefined) this.bytes -= former.bytes;
    this.#held.set(task, held);
    this.bytes += held.bytes;
  }

  find(task: number, run: number): Held | undefined {
    const held = this.#held.get(task);
    return held?.run === run ? held : undefined;
  }

  has(task: number): boolean {
    return this.#held.has(task);
  }

  /** The result of a task, whatever the run; it must be here. */
  value(task: number): unknown {
    return this.#held.get(task)?.value;
  }

  /** Forgets the result that `run` made; false if it is not here. */
  drop(task: number, run: number): boolean {
    const held = this.#held.get(task);
    if (held?.run !== run) return false;
    this.#held.delete(task);
    this.bytes -= held.bytes;
    return true;
  }
}
