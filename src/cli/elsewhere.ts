// An experiment's part that another runtime does.
import type { Job, JobMessage } from "../lab/experiments/job.ts";
import type { SchedulerModules } from "./scheduler-modules.ts";

export interface Elsewhere {
  readonly job: Job;
  readonly modules: SchedulerModules;
  hear(message: JobMessage): void;
  readonly signal: AbortSignal;
}
