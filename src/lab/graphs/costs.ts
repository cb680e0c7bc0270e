// Graphs of the same shape with other costs.
import type { PaperGraph } from "./paper-graph.ts";
import { sum } from "./statistics.ts";

/** How to change costs: both by one factor, or so that the totals of the graph do not exceed limits. */
export type CostLimits =
  | { readonly maxComputeMs?: number; readonly maxOutputBytes?: number }
  | { readonly factor: number };

/**
 * The same shape, other costs: all durations and sizes times `factor`, or each of the two scaled down so that its total
 * over all tasks is within the limit. What is within its limit stays.
 * @throws {RangeError} if a factor or limit is not a number from 0 up
 */
export function scaleCosts(graph: PaperGraph, limits: CostLimits): PaperGraph {
  if ("factor" in limits) return multiplyCosts(graph, limits.factor, limits.factor);
  const { maxComputeMs = Number.POSITIVE_INFINITY, maxOutputBytes = Number.POSITIVE_INFINITY } = limits;
  return multiplyCosts(graph, cut(sum(graph.milliseconds), maxComputeMs), cut(sum(graph.bytes), maxOutputBytes));
}

/** Durations times `time`, sizes times `size`; sizes stay whole numbers. */
export function multiplyCosts(graph: PaperGraph, time: number, size: number): PaperGraph {
  for (const factor of [time, size]) {
    if (!(factor >= 0 && factor < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`Cannot scale costs: the factor is ${factor}, must be a number from 0 up`);
    }
  }
  return {
    ...graph,
    milliseconds: graph.milliseconds.map((value) => value * time),
    bytes: graph.bytes.map((value) => Math.round(value * size)),
  };
}

/** The factor that brings a total down to a limit. */
function cut(total: number, most: number): number {
  if (!(most >= 0)) throw new RangeError(`Cannot scale costs: the limit is ${most}, must be a number from 0 up`);
  return total > most ? most / total : 1;
}
