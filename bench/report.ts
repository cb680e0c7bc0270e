// What a bench prints: a table for people, or one JSON object per line with `--json`. A row over its budget fails the bench.
import type { Spread } from "./measure.ts";
import { spreadOf } from "./measure.ts";

export interface Row {
  readonly bench: string;
  readonly case: string;
  readonly value: number;
  readonly unit: string;
  /** Value over `against`, where there is something to compare with. */
  readonly ratio?: number;
  readonly against?: string;
  /** The most (or with `atLeast` the least) that the value, or the ratio if there is one, may be. */
  readonly budget?: number;
  readonly atLeast?: boolean;
  readonly spread?: Spread;
}

/** A row made of samples. A budget is met when the better quartile reaches it: reruns here differ by up to 1.7 times. */
export function row(samples: readonly number[], facts: Omit<Row, "value" | "spread">): Row {
  const spread = spreadOf(samples);
  return { ...facts, value: spread.median, spread };
}

export function report(title: string, rows: readonly Row[]): void {
  if (process.argv.includes("--json")) {
    for (const { spread, ratio = null, against = null, ...each } of rows) {
      console.log(JSON.stringify({ ...each, ratio, against, quartiles: spread && [spread.lower, spread.upper] }));
    }
  } else {
    console.log(`\n${title}\n`);
    for (const line of table(rows)) console.log(line);
  }
  if (rows.some((each) => verdict(each) === "MISSED")) process.exitCode = 1;
}

function table(rows: readonly Row[]): string[] {
  const cells = rows.map((each) => [
    each.case,
    `${digits(each.value)} ${each.unit}`,
    each.spread === undefined ? "" : `${digits(each.spread.lower)} .. ${digits(each.spread.upper)}`,
    each.ratio === undefined ? "" : `${digits(each.ratio)} x ${each.against ?? ""}`,
    each.budget === undefined ? "" : `${each.atLeast ? ">=" : "<="} ${digits(each.budget)} ${verdict(each)}`,
  ]);
  const all = [["case", "median", "quartiles", "against", "budget"], ...cells];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  return all.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function verdict({ value, ratio, budget, atLeast, spread }: Row): "" | "met" | "MISSED" {
  if (budget === undefined) return "";
  if (ratio !== undefined) return (atLeast ? ratio >= budget : ratio <= budget) ? "met" : "MISSED";
  const better = spread === undefined ? value : atLeast ? spread.upper : spread.lower;
  return (atLeast ? better >= budget : better <= budget) ? "met" : "MISSED";
}

const digits = (n: number): string => (Math.abs(n) >= 100 ? n.toFixed(0) : n.toPrecision(3));
