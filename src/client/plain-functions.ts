// Plain functions on their way to a worker: as source text, checked for what they use from around them. Loaded only
// where plain functions are accepted.
import { findFreeNames, freeNameAdvice } from "../codec/free-names.ts";
import { sourceOf } from "../codec/source.ts";
import type { PlainFunction } from "../graph/task-graph.ts";

/**
 * The source of a function, which may have come as such. @throws {TypeError} if it is native, a class, or uses names for
 * which `isGlobal` is false
 */
export function describePlain(fn: PlainFunction | string, name: string, isGlobal: (name: string) => boolean): string {
  const source = typeof fn === "string" ? fn : sourceOf(fn);
  const free = findFreeNames(source, isGlobal);
  if (free.length === 0) return source;
  throw new TypeError(`Cannot send function "${name}" to a worker: ${freeNameAdvice(free)}`);
}
