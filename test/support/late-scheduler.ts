// A scheduler in a thread of its own, on virtual time: facts and assignments travel over wires.
import type { Scheduler, SchedulerEvent } from "../../src/scheduler/scheduler.ts";
import { Assignments } from "../../src/scheduler/scheduler.ts";
import { ThreadScheduler } from "../../src/scheduler/thread-scheduler.ts";
import type { Wires } from "./wires.ts";
import { Wire } from "./wires.ts";

/** The wire to a scheduler; `answered` hears what it decides when that arrives. */
export function wireScheduler(
  wires: Wires,
  scheduler: Scheduler,
  answered: (assignments: Assignments) => void,
): Wire<readonly SchedulerEvent[]> {
  const thread = new ThreadScheduler(scheduler);
  const answers = new Wire<Int32Array>(wires, (column) => {
    const assignments = new Assignments();
    assignments.pushColumn(column);
    answered(assignments);
  });
  return new Wire<readonly SchedulerEvent[]>(wires, (facts) => answers.post(thread.hear(facts)));
}
