// How long functions have run lately: what is expected to run long is reported as started before it starts, since a
// thread that computes cannot answer whether it has begun; and schedulers are told what has changed much.

/** Milliseconds from which a task is long: it outlives a slice of the worker's driver. */
const LONG = 4;
/** Changes below these, as shares and in milliseconds, are not worth telling: clocks are coarse, short tasks vary. */
const LEAST_SHARE = 0.2;
const LEAST_CHANGE = 0.25;

export class Durations {
  readonly #average: number[] = [];
  readonly #told: number[] = [];
  /** Functions whose average is far from what was told. */
  readonly #changed = new Set<number>();

  learn(fn: number, duration: number): void {
    const known = this.#average[fn];
    const average = known === undefined ? duration : (known + duration) / 2;
    this.#average[fn] = average;
    const told = this.#told[fn];
    if (told === undefined || isFar(average, told)) this.#changed.add(fn);
  }

  isLong(fn: number): boolean {
    return (this.#average[fn] ?? 0) > LONG;
  }

  /** What has changed much since it was told, or was never told; undefined if nothing. */
  takeChanged(): { readonly functions: Int32Array; readonly milliseconds: Float64Array } | undefined {
    if (this.#changed.size === 0) return undefined;
    const functions = Int32Array.from(this.#changed).filter((fn) => {
      const told = this.#told[fn];
      return told === undefined || isFar(this.#average[fn] as number, told);
    });
    this.#changed.clear();
    if (functions.length === 0) return undefined;
    const milliseconds = Float64Array.from(functions, (fn) => this.#average[fn] as number);
    functions.forEach((fn, i) => {
      this.#told[fn] = milliseconds[i] as number;
    });
    return { functions, milliseconds };
  }
}

function isFar(average: number, told: number): boolean {
  return Math.abs(average - told) > Math.max(LEAST_CHANGE, LEAST_SHARE * told);
}
