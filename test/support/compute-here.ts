// A graph computed in this thread, task after task, without a cluster.
import { callOf, functionOf, hasValue } from "../../src/graph/call.ts";
import type { TaskGraph } from "../../src/graph/task-graph.ts";
import type { AnyFunction } from "../../src/worker/call-function.ts";
import { callFunction } from "../../src/worker/call-function.ts";

/** The result of the last task. */
export async function computeHere(graph: TaskGraph): Promise<unknown> {
  const { count, calls, inputOffsets, inputs, values } = graph.columns();
  const results: unknown[] = [];
  let used = 0;
  for (let task = 0; task < count; task++) {
    const packed = calls[task] as number;
    const fn = graph.functions[functionOf(packed)] as AnyFunction;
    const value = hasValue(callOf(packed)) ? structuredClone(values[used++]) : undefined;
    const taken = Array.from(inputs.subarray(inputOffsets[task], inputOffsets[task + 1]), (input) => results[input]);
    results.push(await callFunction(fn, callOf(packed), value, taken));
  }
  return results.at(-1);
}
