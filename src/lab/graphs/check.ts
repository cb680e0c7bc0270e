// Whether the graphs that are drawn here are those of Table I.
import { paperGraph } from "./catalog.ts";
import type { GraphStatistics } from "./statistics.ts";
import { graphStatistics } from "./statistics.ts";
import type { TableRow } from "./table.ts";
import { PAPER_TABLE } from "./table.ts";

export interface GraphCheck {
  readonly graph: string;
  readonly expected: TableRow;
  readonly found: GraphStatistics;
  /** Tasks, arcs and longest path are the table's, mean duration and mean size within 2 %. */
  readonly ok: boolean;
}

const MOST_DEVIATION = 0.02;

/** Draws all graphs of Table I and counts; about half a second. */
export function graphsCheck(): readonly GraphCheck[] {
  return PAPER_TABLE.map((expected) => {
    const found = graphStatistics(paperGraph(expected.graph));
    return { graph: expected.graph, expected, found, ok: isSame(expected, found) };
  });
}

function isSame(expected: TableRow, found: GraphStatistics): boolean {
  return (
    found.tasks === expected.tasks &&
    found.arcs === expected.arcs &&
    found.longestPathArcs === expected.longestPathArcs &&
    isNear(found.meanDurationMs, expected.meanDurationMs) &&
    isNear(found.meanOutputKiB, expected.meanOutputKiB)
  );
}

const isNear = (value: number, wanted: number): boolean => Math.abs(value / wanted - 1) <= MOST_DEVIATION;
