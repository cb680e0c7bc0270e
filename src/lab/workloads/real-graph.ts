// A graph of the paper with a function for each kind of tasks: the shape of Table I, and values that can be checked.
import { Call, packCall } from "../../graph/call.ts";
import type { PlainFunction } from "../../graph/task-graph.ts";
import { TaskGraph } from "../../graph/task-graph.ts";
import type { ArgumentTemplate } from "../../protocol/template.ts";
import type { PaperGraph } from "../graphs/paper-graph.ts";

/** What the tasks of one kind call. */
export interface KindOfWork {
  /** Uses nothing from around it, since its source is sent. */
  readonly fn: PlainFunction;
  /** "each": `fn(...inputs)`, the default; "list": `fn([...inputs])`. */
  readonly inputs?: "each" | "list";
  /** The last argument of the n-th task of this kind, where tasks differ in more than their inputs. */
  argument?(n: number): unknown;
}

export function realGraph(paper: PaperGraph, work: Readonly<Record<string, KindOfWork>>): TaskGraph {
  const graph = new TaskGraph();
  const kinds = paper.kinds.map((kind) => work[kind]);
  const counts = paper.kinds.map(() => 0);
  for (let task = 0; task < paper.kindOf.length; task++) {
    const kind = paper.kindOf[task] as number;
    const todo = kinds[kind];
    if (todo === undefined) throw new RangeError(`Cannot draw tasks of kind "${paper.kinds[kind]}": no work is known`);
    const fn = graph.define(todo.fn);
    const inputs = paper.inputs.subarray(paper.inputOffsets[task], paper.inputOffsets[task + 1]);
    const n = (counts[kind] as number)++;
    if (todo.argument !== undefined) graph.addCall(packCall(fn, Call.template), inputs, template(inputs, todo, n));
    else if (todo.inputs === "list") graph.callList(fn, inputs);
    else graph.call(fn, inputs);
  }
  return graph;
}

function template(inputs: Int32Array, { inputs: form, argument }: KindOfWork, n: number): ArgumentTemplate {
  const holes = Array.from(inputs, () => null);
  const places = holes.map((_, i) => i);
  return form === "list"
    ? { args: [holes, argument?.(n)], paths: places.map((i) => [0, i]) }
    : { args: [...holes, argument?.(n)], paths: places.map((i) => [i]) };
}

/** For tasks that return their input. */
export const alias = <T>(value: T): T => value;

/** For tasks that add the numbers of a list. */
export const sumOf = (numbers: readonly number[]): number => {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
};
