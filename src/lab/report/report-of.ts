// Makes the report of an experiment's rows.
import type { Machine } from "../experiments/machine.ts";
import type { ExperimentName, ExperimentRow } from "../experiments/row.ts";
import { findingsOf } from "./findings.ts";
import type { Report, Section } from "./report.ts";
import { aotSections } from "./sections/aot.ts";
import { compareSections } from "./sections/compare.ts";
import { scaleSections } from "./sections/scale.ts";
import { zeroSections } from "./sections/zero.ts";

export interface ReportFacts {
  readonly experiment: ExperimentName;
  readonly rows: readonly ExperimentRow[];
  readonly machines: readonly Machine[];
  readonly command: string;
}

const TITLES: Readonly<Record<ExperimentName, readonly [title: string, lead: string]>> = {
  compare: [
    "Does a clever scheduler pay?",
    "Schedulers against each other over the graphs of the paper. Speedups are ratios of makespans; their mean over graphs is the geometric one, so that twice as fast and half as fast make 1.",
  ],
  scale: [
    "How far does a graph scale?",
    "Makespans of one graph on ever more workers. Where a line turns up again, the server has become the bottleneck.",
  ],
  zero: [
    "What does a server cost?",
    "Makespan divided by the number of tasks, with workers that answer at once and compute nothing: what is left is the server's own work.",
  ],
  aot: [
    "What does one task cost?",
    "Average overhead per task of merge graphs with zero workers, as graphs and clusters grow. A flat line is what a server should show.",
  ],
};

export function reportOf({ experiment, rows, machines, command }: ReportFacts): Report {
  const own = rows.filter((row) => row.experiment === experiment);
  const [title, lead] = TITLES[experiment];
  return {
    title,
    lead,
    findings: findingsOf(experiment, own),
    sections: sectionsOf(experiment, own),
    machines,
    command,
  };
}

function sectionsOf(experiment: ExperimentName, rows: readonly ExperimentRow[]): readonly Section[] {
  switch (experiment) {
    case "compare":
      return compareSections(rows);
    case "scale":
      return scaleSections(rows);
    case "zero":
      return zeroSections(rows);
    case "aot":
      return aotSections(rows);
  }
}
