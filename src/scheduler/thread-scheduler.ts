// A scheduler as its own thread runs it: one batch of facts in, one batch of assignments out. Pure; the port is held by
// whoever runs the thread. Every batch is answered, also by none: by that the reactor knows what the scheduler has heard.
import type { Scheduler, SchedulerEvent } from "./scheduler.ts";
import { Assignments } from "./scheduler.ts";

export class ThreadScheduler {
  readonly #scheduler: Scheduler;
  readonly #round = new Assignments();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Hears what a turn of the reactor has to tell; what it decides, as `Assignments.toColumn` has it. */
  hear(facts: readonly SchedulerEvent[]): Int32Array {
    let wantsToAssign = false;
    for (const fact of facts) wantsToAssign = this.#scheduler.observe(fact) || wantsToAssign;
    this.#round.clear();
    if (wantsToAssign) this.#scheduler.assign(this.#round);
    return this.#round.toColumn();
  }
}
