// The caller's mistakes that several calls can make: each is said at once, with the place of the culprit.
import { findHoles } from "../codec/holes.ts";
import { TransferMark } from "../codec/transfer.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import type { TaskGraph } from "../graph/task-graph.ts";
import { Future } from "./future.ts";

/** The error for a future that another cluster made. */
export const foreign = (future: Future): TypeError =>
  new TypeError(`Cannot use future "${future.key}": it belongs to another cluster, must be of this one`);

/** @throws {RangeError} naming an output that is no task of the graph */
export function checkOutputs(graph: TaskGraph, outputs: readonly number[]): void {
  const wrong = outputs.find((output) => !(Number.isInteger(output) && output >= 0 && output < graph.count));
  if (wrong === undefined) return;
  throw new RangeError(`Cannot compute output ${wrong}: must be a task of the graph, 0 to ${graph.count - 1}`);
}

/** Values that travel whole: nobody puts a result in the place of a future. @throws {TypeError} naming the path */
export function refuseFutures(action: string, name: string, values: readonly unknown[]): void {
  refuse(action, name, values, (value) => value instanceof Future || value instanceof TransferMark);
}

/** Like `refuseFutures`, where marks of `transfer()` have a meaning. @throws {TypeError} naming the path */
export function refuseOnlyFutures(action: string, name: string, values: readonly unknown[]): void {
  refuse(action, name, values, (value) => value instanceof Future);
}

/** @throws {TypeError} naming the path of what cannot be cloned */
export function refuseUncloneable(action: string, name: string, value: unknown): void {
  const path = findUncloneable(value);
  if (path !== undefined) throw new TypeError(`Cannot ${action}: ${name}${path} cannot be cloned, must be plain data`);
}

function refuse(action: string, name: string, values: readonly unknown[], isWrong: (value: unknown) => boolean): void {
  const found = findHoles(values, isWrong)?.holes[0];
  if (found === undefined) return;
  const path = found.path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  const what = found.hole instanceof Future ? "a future" : "marked by transfer()";
  throw new TypeError(`Cannot ${action}: ${name}${path} is ${what}, must be a value`);
}
