// weftwork/lab: experiments on the engine itself.

export { aot } from "./lab/experiments/aot.ts";
export { compare } from "./lab/experiments/compare.ts";
export { type Job, type JobMessage, runJob, type SchedulerChoice } from "./lab/experiments/job.ts";
export { describeMachine, type Machine } from "./lab/experiments/machine.ts";
export type { ExperimentOptions, NamedScheduler, Problem, Progress } from "./lab/experiments/plan.ts";
export type { ExperimentName, ExperimentRow, RowFacts, ServerName, Workforce } from "./lab/experiments/row.ts";
export { scale } from "./lab/experiments/scale.ts";
export { zero } from "./lab/experiments/zero.ts";
export {
  type CostLimits,
  type GraphStatistics,
  graphStatistics,
  PAPER_TABLE,
  paperGraph,
  scaleCosts,
  type TableRow,
} from "./lab/graphs/catalog.ts";
export { type GraphCheck, graphsCheck } from "./lab/graphs/check.ts";
export type { PaperGraph } from "./lab/graphs/paper-graph.ts";
export { spinGraph } from "./lab/graphs/spin-graph.ts";
export { merge, noop, tree } from "./lab/graphs/task-graphs.ts";
export { reportCsv } from "./lab/report/csv.ts";
export { reportHtml } from "./lab/report/html.ts";
export type {
  Chart,
  Dot,
  DotChart,
  Finding,
  LineChart,
  Report,
  Section,
  Series,
  Source,
  Table,
} from "./lab/report/report.ts";
export { type ReportFacts, reportOf } from "./lab/report/report-of.ts";
export { reportText } from "./lab/report/text.ts";
export {
  type LinkModel,
  NETWORKS,
  type NetworkModel,
  SERVERS,
  type ServerModel,
  type SimulationOptions,
  type SimulationPace,
  type SimulationResult,
  simulate,
} from "./lab/simulation/simulate.ts";
export { collectionWorkloads } from "./lab/workloads/collections/collection-workloads.ts";
export type { Workload } from "./lab/workloads/workload.ts";
export { workloads } from "./lab/workloads/workloads.ts";
export type { ZeroCluster, ZeroClusterOptions } from "./lab/zero/zero-server.ts";
export { type ZeroThreads, type ZeroThreadsOptions, zeroThreads, zeroWorkerUrl } from "./lab/zero/zero-threads.ts";
export { zeroCluster } from "./lab/zero-cluster.ts";
export { schedulers } from "./scheduler/schedulers.ts";
