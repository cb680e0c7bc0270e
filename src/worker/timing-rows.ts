// What a worker is to tell of times, gathered in columns until its next report; see `timing-columns.ts`.
import { IntList } from "../base/int-list.ts";
import type { Activity } from "../base/timing-columns.ts";
import { COMPUTED_SIZE, floatBits } from "../base/timing-columns.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";

/** Times come in milliseconds and leave in microseconds since the trace began. */
export class TimingRows {
  /** What the clock showed when the trace began. */
  readonly #start: number;
  readonly #tasks = new IntList();
  #others: number[] = [];
  /** Where the times of all rows count from: some time near them. */
  #base = 0;

  constructor(start: number) {
    this.#start = start;
  }

  get isEmpty(): boolean {
    return this.#tasks.length === 0 && this.#others.length === 0;
  }

  /** A task was computed, or (`~fn`) threw. Hot path (B2). */
  computed(task: number, run: number, fn: number, start: number, duration: number): void {
    if (this.isEmpty) this.#begin(start);
    const at = this.#tasks.length;
    this.#tasks.extend(COMPUTED_SIZE);
    const { items } = this.#tasks;
    items[at] = task;
    items[at + 1] = run;
    items[at + 2] = fn;
    items[at + 3] = floatBits(1000 * (start - this.#start) - this.#base);
    items[at + 4] = floatBits(1000 * duration);
  }

  add(
    what: Activity,
    start: number,
    duration: number,
    about: { readonly peer?: number; readonly results?: number; readonly bytes?: number } = {},
  ): void {
    if (this.isEmpty) this.#begin(start);
    const { peer = -1, results = 0, bytes = 0 } = about;
    this.#others.push(what, peer, results, bytes, 1000 * (start - this.#start) - this.#base, 1000 * duration);
  }

  /** All rows, as the message to the reactor; they are empty afterwards. */
  take(): WorkerToReactor & { readonly kind: "timings" } {
    const others = Float64Array.from(this.#others);
    this.#others = [];
    return { kind: "timings", base: this.#base, tasks: this.#tasks.take(), others };
  }

  #begin(start: number): void {
    this.#base = Math.round(1000 * (start - this.#start));
  }
}
