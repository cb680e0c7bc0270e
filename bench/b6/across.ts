// Placement for B6: every task runs on the other worker than its first input, so that each input has to travel.
import type { Assignments, Scheduler, SchedulerEvent } from "weftwork";

class Across implements Scheduler {
  readonly name = "across";
  readonly #places = new Map<number, number>();
  #due: number[] = [];

  observe(event: SchedulerEvent): boolean {
    if (event.kind === "tasks-added") {
      event.tasks.forEach((task, i) => {
        const first = event.inputOffsets[i] as number;
        const hasInput = first < (event.inputOffsets[i + 1] as number);
        this.#places.set(task, hasInput ? 1 - (this.#places.get(event.inputs[first] as number) ?? 0) : 0);
        this.#due.push(task);
      });
    } else if (event.kind === "forgotten") {
      for (const task of event.tasks) this.#places.delete(task);
    }
    return this.#due.length > 0;
  }

  assign(out: Assignments): void {
    for (const task of this.#due) out.push(task, this.#places.get(task) as number, 0);
    this.#due = [];
  }
}

export const across = (): Scheduler => new Across();
