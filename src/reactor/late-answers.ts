// A scheduler in another thread answers later: what it decides is about the past. Rows are therefore kept from being used
// again until it has answered the facts in which they were forgotten, so that an id that it names means what it meant.
import type { TaskTable } from "../graph/task-table.ts";

type Rows = Pick<TaskTable<never>, "takeResting" | "free">;

export class LateAnswers {
  /** Batches of facts that were sent, and those that were answered. */
  #told = 0;
  #answered = 0;
  /** Rows that nobody uses, and the batch with whose answer they may be used again; in that order. */
  readonly #held: { readonly until: number; readonly rows: readonly number[] }[] = [];

  /** Rows that wait. */
  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  /** Facts go to the scheduler. */
  tell(): void {
    this.#told++;
  }

  /** The scheduler has heard the oldest facts that it had not answered. */
  answer(table: Rows): void {
    this.#answered++;
    for (let first = this.#held[0]; first !== undefined && first.until <= this.#answered; first = this.#held[0]) {
      table.free(first.rows);
      this.#held.shift();
    }
  }

  /** Keeps the rows that were given back in this turn; `isTold`: the scheduler has been sent word of all of them. */
  hold(table: Rows, isTold: boolean): void {
    const rows = table.takeResting();
    const until = isTold ? this.#told : this.#told + 1;
    if (until <= this.#answered) table.free(rows);
    else if (rows.length > 0) this.#held.push({ until, rows });
  }
}
