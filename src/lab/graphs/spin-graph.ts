// A graph that is data as one that a cluster computes: each task keeps its worker busy for as long as it is said to take.
import { Call, packCall } from "../../graph/call.ts";
import type { PlainFunction, TaskFunction } from "../../graph/task-graph.ts";
import { TaskGraph } from "../../graph/task-graph.ts";
import type { ArgumentTemplate } from "../../protocol/template.ts";
import type { PaperGraph } from "./paper-graph.ts";

/**
 * A graph for `Cluster.compute`: each task spins for its milliseconds and returns a buffer of its bytes. Inputs are
 * fetched, as for any task, but not looked at. Each kind has a function of its own, so that a scheduler which learns by
 * function, and a trace, can tell kinds apart. By default their source is sent; where pages or workers accept no source,
 * let `functionOf` name functions that are called as `spin(milliseconds, bytes)`.
 */
export function spinGraph(paper: PaperGraph, functionOf: (kind: string) => TaskFunction = spinFunction): TaskGraph {
  const graph = new TaskGraph();
  const calls = paper.kinds.map((kind) => packCall(graph.define(functionOf(kind)), Call.template));
  const templates = new Templates();
  for (let task = 0; task < paper.kindOf.length; task++) {
    const template = templates.get(paper.milliseconds[task] as number, paper.bytes[task] as number);
    const inputs = paper.inputs.subarray(paper.inputOffsets[task], paper.inputOffsets[task + 1]);
    graph.addCall(calls[paper.kindOf[task] as number] as number, inputs, template);
  }
  return graph;
}

/** Arguments without holes: inputs are waited for and given to nobody. Tasks of the same cost share one. */
class Templates {
  readonly #byTime = new Map<number, Map<number, ArgumentTemplate>>();

  get(milliseconds: number, bytes: number): ArgumentTemplate {
    let bySize = this.#byTime.get(milliseconds);
    if (bySize === undefined) {
      bySize = new Map();
      this.#byTime.set(milliseconds, bySize);
    }
    let template = bySize.get(bytes);
    if (template === undefined) {
      template = { args: [milliseconds, bytes], paths: [] };
      bySize.set(bytes, template);
    }
    return template;
  }
}

/**
 * Keeps the thread busy. Where the clock is coarse (0.1 ms in some pages), a short task takes as long as a tick: what
 * was spun too much is taken from the next tasks, up to 0.2 ms. `owing` keeps that between calls. Sent as source.
 */
export function spin(milliseconds: number, bytes: number, owing: { owed?: number }): ArrayBuffer {
  const owed = (owing.owed ?? 0) + milliseconds;
  let spun = 0;
  if (owed > 0) {
    const start = performance.now();
    do spun = performance.now() - start;
    while (spun < owed);
  }
  owing.owed = Math.max(owed - spun, -0.2);
  return new ArrayBuffer(bytes);
}

const functions = new Map<string, PlainFunction>();

/** Functions are known by their text, so that two kinds need two texts: the name of the kind makes the difference. */
function spinFunction(kind: string): PlainFunction {
  const known = functions.get(kind);
  if (known !== undefined) return known;
  const name = kind.replace(/[^a-zA-Z0-9]+(.?)/g, (_, next: string) => next.toUpperCase());
  const text = `return function ${name}(milliseconds, bytes) { return (${spin})(milliseconds, bytes, ${name}); }`;
  const fn = new Function(text)() as PlainFunction;
  Object.defineProperty(fn, "name", { value: kind }); // as users and traces see it
  functions.set(kind, fn);
  return fn;
}
