// How long functions have run lately: what is expected to run long is reported as started before it starts, since a
// thread that computes cannot answer whether it has begun.

/** Milliseconds from which a task is long: it outlives a slice of the worker's driver. */
const LONG = 4;

export class Durations {
  readonly #average: number[] = [];

  learn(fn: number, duration: number): void {
    const known = this.#average[fn];
    this.#average[fn] = known === undefined ? duration : (known + duration) / 2;
  }

  isLong(fn: number): boolean {
    return (this.#average[fn] ?? 0) > LONG;
  }
}
