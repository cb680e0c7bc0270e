// Who holds which result. Hot path (B1): most results have one holder, which costs no memory beside its column.
import { IntList } from "../base/int-list.ts";
import { NONE } from "./task-table.ts";

const CELL_SIZE = 2;

/** The columns of a task table in which holders stand. */
export interface HolderColumns {
  /** The first holder, or NONE. */
  readonly worker: Int32Array;
  /** The cell of the second holder, or NONE; of a task without a result the column means something else. */
  readonly after: Int32Array;
}

/** The workers that hold a finished task's result: the first in column `worker`, the others in cells [worker, next cell] from column `after`. */
export class Holders {
  readonly #tasks: { readonly columns: HolderColumns };
  readonly #cells = new IntList();
  #freeCell = NONE;
  #cellsUsed = 0;

  constructor(tasks: { readonly columns: HolderColumns }) {
    this.#tasks = tasks;
  }

  /** `worker` (may be NONE) is the first holder of a result that has just come to be. */
  begin(task: number, worker: number): void {
    this.#tasks.columns.worker[task] = worker;
    this.#tasks.columns.after[task] = NONE;
  }

  first(task: number): number {
    return this.#tasks.columns.worker[task] as number;
  }

  /** The cell of the second holder, or NONE. */
  firstCell(task: number): number {
    return this.#tasks.columns.after[task] as number;
  }

  workerIn(cell: number): number {
    return this.#cells.at(cell);
  }

  nextCell(cell: number): number {
    return this.#cells.at(cell + 1);
  }

  has(task: number, worker: number): boolean {
    if (this.first(task) === worker) return worker !== NONE;
    for (let cell = this.firstCell(task); cell !== NONE; cell = this.nextCell(cell)) {
      if (this.workerIn(cell) === worker) return true;
    }
    return false;
  }

  add(task: number, worker: number): void {
    if (this.first(task) === NONE) this.#tasks.columns.worker[task] = worker;
    else if (!this.has(task, worker)) this.#tasks.columns.after[task] = this.#newCell(worker, this.firstCell(task));
  }

  delete(task: number, worker: number): void {
    const { worker: first, after } = this.#tasks.columns;
    let cell = after[task] as number;
    if (first[task] === worker) {
      first[task] = cell === NONE ? NONE : this.workerIn(cell);
      if (cell !== NONE) after[task] = this.#freed(cell);
      return;
    }
    for (let previous = NONE; cell !== NONE; previous = cell, cell = this.nextCell(cell)) {
      if (this.workerIn(cell) !== worker) continue;
      const next = this.#freed(cell);
      if (previous === NONE) after[task] = next;
      else this.#cells.set(previous + 1, next);
      return;
    }
  }

  clear(task: number): void {
    const { worker, after } = this.#tasks.columns;
    while (after[task] !== NONE) after[task] = this.#freed(after[task] as number);
    worker[task] = NONE;
  }

  #newCell(worker: number, next: number): number {
    this.#cellsUsed++;
    let cell = this.#freeCell;
    if (cell === NONE) {
      cell = this.#cells.length;
      this.#cells.extend(CELL_SIZE);
    } else {
      this.#freeCell = this.nextCell(cell);
    }
    this.#cells.set(cell, worker);
    this.#cells.set(cell + 1, next);
    return cell;
  }

  /** After many copies of many results the storage would stay large for ever (B9). */
  #forgetCells(): void {
    this.#cells.take();
    this.#freeCell = NONE;
  }

  /** Frees a cell and returns the one behind it. */
  #freed(cell: number): number {
    const next = this.nextCell(cell);
    this.#cells.set(cell + 1, this.#freeCell);
    this.#freeCell = cell;
    if (--this.#cellsUsed === 0) this.#forgetCells();
    return next;
  }
}
