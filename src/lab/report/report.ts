// What a report says, as data: sections with tables and charts, made of rows alone. The terminal, the page and tests read
// the same report.
import type { Machine } from "../experiments/machine.ts";

export interface Report {
  readonly title: string;
  /** What question it answers, and how to read it. */
  readonly lead: string;
  /** What to take away. */
  readonly findings: readonly Finding[];
  readonly sections: readonly Section[];
  readonly machines: readonly Machine[];
  /** The command that made it. */
  readonly command: string;
}

export interface Finding {
  readonly value: string;
  /** What the value is, as a phrase. */
  readonly text: string;
}

export interface Section {
  readonly heading: string;
  readonly text: string;
  readonly charts: readonly Chart[];
  readonly tables: readonly Table[];
}

/** The first column names, the others are numbers or short words. */
export interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Whose numbers a series shows: what this run measured, what it simulated, or what the paper published. */
export type Source = "measured" | "simulated" | "published";

export interface Series {
  readonly name: string;
  readonly source: Source;
  /** Series of one server or scheduler have one colour, whatever their source: 0 to 7. */
  readonly color: number;
  /** Series of a dot chart that belong together may share a lane. Default: one each. */
  readonly lane?: number;
}

export type Chart = LineChart | DotChart;

/** Values over a number, both axes logarithmic. */
export interface LineChart {
  readonly kind: "lines";
  readonly caption: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly xs: readonly number[];
  readonly series: readonly (Series & { readonly values: readonly (number | null)[] })[];
}

/** A row per name, a dot per series, on a logarithmic axis. */
export interface DotChart {
  readonly kind: "dots";
  readonly caption: string;
  readonly axis: string;
  /** The value that others are compared with. */
  readonly mark?: number;
  readonly series: readonly Series[];
  readonly rows: readonly { readonly label: string; readonly dots: readonly Dot[] }[];
}

export interface Dot {
  /** Index into the chart's series. */
  readonly series: number;
  readonly value: number;
  /** Quartiles, where there are samples. */
  readonly spread?: readonly [lower: number, upper: number];
}
