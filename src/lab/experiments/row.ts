// A row of results: what was measured, on what, and how it came out. Rows are all that an experiment leaves behind: tables,
// charts and files are made of them.
import { spreadOf } from "./spread.ts";

export type ExperimentName = "compare" | "scale" | "zero" | "aot";

/** Whose server: ours, or the cost of another one, as a model. */
export type ServerName = "weftwork" | "rsds" | "dask";

/** What worked: real workers, zero workers on the server's thread or on threads of their own, or none at all. */
export type Workforce = "workers" | "zero in process" | "zero in threads" | "simulated";

/** What is known of a row before it is measured. */
export interface RowFacts {
  readonly experiment: ExperimentName;
  /** Measured on real threads, or computed in virtual time. */
  readonly how: "real" | "simulated";
  /** Where it was measured: node, deno, chromium. What is simulated comes out the same everywhere. */
  readonly runtime: string;
  readonly server: ServerName;
  readonly scheduler: string;
  readonly graph: string;
  readonly tasks: number;
  readonly workers: number;
  readonly nodes: number;
  readonly workforce: Workforce;
  /** How the graph's costs were changed: "published", "none", or the limits that they were scaled to. */
  readonly costs: string;
  /** ms: makespan; us/task: makespan by number of tasks. */
  readonly unit: "ms" | "us/task";
}

export interface ExperimentRow extends RowFacts {
  /** Names the measurement; equal in another run of the same one. */
  readonly key: string;
  readonly samples: readonly number[];
  readonly median: number;
  /** The quartiles. */
  readonly lower: number;
  readonly upper: number;
}

/** The same measurement has the same key in every run. */
export function keyOf(facts: RowFacts): string {
  const { experiment, how, runtime, server, scheduler, graph, workers, nodes, workforce, costs } = facts;
  const where = how === "simulated" ? "anywhere" : runtime;
  return [experiment, how, where, server, scheduler, graph, workers, nodes, workforce, costs].join("|");
}

export function rowOf(facts: RowFacts, samples: readonly number[]): ExperimentRow {
  return { key: keyOf(facts), ...facts, samples: samples.map(round), ...spreadOf(samples.map(round)) };
}

/** Four digits are more than any of these measurements has. */
const round = (value: number): number => Number(value.toPrecision(5));
