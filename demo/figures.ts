// What a run's measurements say, as plain numbers.
import type { Span } from "./journal.ts";
import type { RunReport } from "./run.ts";

export interface WorkerShare {
  readonly worker: number;
  readonly tasks: number;
  /** Milliseconds inside tasks. */
  readonly busy: number;
}

export interface Figures {
  /** Part of the workers' time that went by inside tasks, 0 to 1. */
  readonly busyShare: number;
  /** Milliseconds of the workers' time outside tasks, for each task. */
  readonly overhead: number;
}

export function figuresOf({ makespan, settings, tasks, spans }: RunReport): Figures {
  const available = makespan * settings.workers;
  const inTasks = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  return { busyShare: inTasks / available, overhead: (available - inTasks) / tasks };
}

/** One entry for each worker, 0 to `workers` - 1 at least, idle ones too. */
export function sharesOf(spans: readonly Span[], workers: number): WorkerShare[] {
  const count = spans.reduce((most, { worker }) => Math.max(most, worker + 1), workers);
  return Array.from({ length: count }, (_, worker) => {
    const own = spans.filter((span) => span.worker === worker);
    return { worker, tasks: own.length, busy: own.reduce((sum, { start, end }) => sum + end - start, 0) };
  });
}
