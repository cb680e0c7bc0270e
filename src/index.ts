/// <reference lib="esnext.disposable" preserve="true" />
// weftwork: a Dask-like cluster in the page.
export { EngineError, type ErrorCode, type ErrorDetails, isEngineError } from "./base/errors.ts";
export type { WorkerLoss } from "./base/worker-loss.ts";
export type { Actor, ActorHandle, ServedClass } from "./client/actor.ts";
export { Delayed, delayed } from "./client/delayed.ts";
export { Future, type FutureStatus } from "./client/future.ts";
export type { TaskProgress } from "./client/future-talk.ts";
export type { GatherOptions, ScatterOptions, TaskOptions } from "./client/options.ts";
export type { Deferred, DeferredArgs, TaskCalls } from "./client/types.ts";
export {
  type ActorClass,
  Cluster,
  type ClusterInfo,
  type Explanation,
  type ModuleTask,
  moduleTask,
  type Submittable,
} from "./cluster/cluster.ts";
export type { ClusterEvent, ClusterEvents } from "./cluster/events.ts";
export type { WorkerInfo } from "./cluster/info.ts";
export type { ClusterOptions, SchedulerChoice, ServerPlace, SpillChoice, TraceChoice } from "./cluster/options.ts";
export type { WorkerSource } from "./cluster/platform.ts";
export { transfer } from "./codec/transfer.ts";
export { Call } from "./graph/call.ts";
export type { SubTask, SubTaskArgs, TaskContext } from "./graph/task-context.ts";
export { type TaskFunction, TaskGraph } from "./graph/task-graph.ts";
export { withContext } from "./graph/with-context.ts";
export type { WorkerMemory } from "./protocol/memory-report.ts";
export { Assignments, type Scheduler, type SchedulerEvent, type SchedulerFactory } from "./scheduler/scheduler.ts";
export type { KindStatistics, TraceStatistics, TrafficStatistics, WorkerStatistics } from "./trace/statistics.ts";
export type { Trace } from "./trace/trace.ts";
export type { TraceAbout } from "./trace/trace-data.ts";
export type { TraceEvent } from "./trace/trace-event.ts";
