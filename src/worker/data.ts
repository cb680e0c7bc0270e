// The results that a worker holds, its own and copies, in columns: no object per result (B2). Values are opaque here:
// nobody in the machine looks into them.
import { IntMap } from "../base/int-map.ts";

export class Data {
  /** Task to row. */
  readonly #rows = new IntMap();
  readonly #freeRows: number[] = [];
  #rowsUsed = 0;
  /** The attempt that made the result. */
  #runs = new Int32Array(64);
  readonly #values: unknown[] = [];
  readonly #bytes: number[] = [];
  /** Managed bytes in all. */
  bytes = 0;

  get count(): number {
    return this.#rows.size;
  }

  /** Keeps a result of `bytes` managed bytes that `run` made, in the place of one of an older attempt; one that is older itself comes too late. */
  put(task: number, run: number, value: unknown, bytes: number): void {
    let row = this.#rows.get(task);
    if (row >= 0) {
      if ((this.#runs[row] as number) > run) return;
      this.bytes -= this.#bytes[row] as number;
    } else {
      row = this.#freeRows.pop() ?? this.#newRow();
      this.#rows.set(task, row);
    }
    this.#runs[row] = run;
    this.#values[row] = value;
    this.#bytes[row] = bytes;
    this.bytes += bytes;
  }

  /** Whether the result that `run` made is here. */
  has(task: number, run: number): boolean {
    const row = this.#rows.get(task);
    return row >= 0 && this.#runs[row] === run;
  }

  /** Whether any result of the task is here. */
  hasAny(task: number): boolean {
    return this.#rows.get(task) >= 0;
  }

  /** The result of a task, whatever the run; undefined if it is not here. */
  value(task: number): unknown {
    const row = this.#rows.get(task);
    return row >= 0 ? this.#values[row] : undefined;
  }

  /** Forgets the result that `run` made; false if it is not here. */
  drop(task: number, run: number): boolean {
    if (!this.has(task, run)) return false;
    const row = this.#rows.take(task);
    this.bytes -= this.#bytes[row] as number;
    this.#values[row] = undefined;
    this.#freeRows.push(row);
    return true;
  }

  #newRow(): number {
    const row = this.#rowsUsed++;
    if (row === this.#runs.length) {
      const runs = new Int32Array(2 * row);
      runs.set(this.#runs);
      this.#runs = runs;
    }
    return row;
  }
}
