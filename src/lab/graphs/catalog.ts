// The graphs of the paper by name.

import { nearestName } from "../../base/nearest-name.ts";
import { multiplyCosts } from "./costs.ts";
import { drawByName } from "./families.ts";
import type { PaperGraph } from "./paper-graph.ts";
import { graphStatistics } from "./statistics.ts";
import { PAPER_TABLE } from "./table.ts";

export { type CostLimits, scaleCosts } from "./costs.ts";
export { type GraphStatistics, graphStatistics } from "./statistics.ts";
export { PAPER_TABLE, type TableRow } from "./table.ts";

/**
 * A graph of the paper: "merge-100K", "groupby-2880-1S-16H", or another of their families, as "merge-70K". Each kind of
 * tasks has its costs; of the graphs in Table I they are then scaled so that mean duration and mean size are the table's.
 * @throws {RangeError} if no family has such a name (the message has the nearest of Table I), or the graph would have
 * more than 2,000,000 tasks
 */
export function paperGraph(name: string): PaperGraph {
  const graph = drawByName(name);
  if (graph === undefined) {
    const nearest = nearestName(
      name,
      PAPER_TABLE.map((row) => row.graph),
    );
    throw new RangeError(`Cannot draw graph "${name}": it is unknown, must be a name like "${nearest}"`);
  }
  const row = PAPER_TABLE.find((candidate) => candidate.graph === name);
  if (row === undefined) return graph;
  const { meanDurationMs, meanOutputKiB } = graphStatistics(graph);
  return multiplyCosts(graph, row.meanDurationMs / meanDurationMs, row.meanOutputKiB / meanOutputKiB);
}
