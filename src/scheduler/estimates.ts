// What is known of durations and of the network: measurements of workers, and Dask's assumptions until there are any.

/** Milliseconds that a call of an unknown function is thought to take. */
const UNKNOWN = 500;
/** Bytes per second that are assumed until some were measured. */
const BANDWIDTH = 100_000_000;

export class Estimates {
  /** Milliseconds by function; NaN when unknown. */
  #durations = new Float64Array(0);
  #bytesPerSecond = BANDWIDTH;
  #isMeasured = false;

  /** Milliseconds that a call of function `fn` is expected to take. */
  duration(fn: number): number {
    const known = this.#durations[fn];
    return known === undefined || Number.isNaN(known) ? UNKNOWN : known;
  }

  /** Milliseconds that it is expected to take to bring so many bytes from one worker to another. */
  transfer(bytes: number): number {
    return (1000 * bytes) / this.#bytesPerSecond;
  }

  /** The first measurement counts as it is, each later one as much as all before it. */
  learnDuration(fn: number, milliseconds: number): void {
    if (fn >= this.#durations.length) {
      const durations = new Float64Array(Math.max(fn + 1, 2 * this.#durations.length)).fill(Number.NaN);
      durations.set(this.#durations);
      this.#durations = durations;
    }
    const known = this.#durations[fn] as number;
    this.#durations[fn] = Number.isNaN(known) ? milliseconds : (known + milliseconds) / 2;
  }

  learnBandwidth(bytesPerSecond: number): void {
    const known = this.#bytesPerSecond;
    this.#bytesPerSecond = this.#isMeasured ? (known + bytesPerSecond) / 2 : bytesPerSecond;
    this.#isMeasured = true;
  }
}
