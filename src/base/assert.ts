// Our own bugs end here, with a story.
import { EngineError } from "./errors.ts";

/** Throws `invariant-broken` with `story` unless `condition` holds. */
export function invariant(condition: boolean, story: string): asserts condition {
  if (!condition) throw brokenInvariant(story);
}

/** The error for a state that cannot be. */
export function brokenInvariant(story: string): EngineError<"invariant-broken"> {
  return new EngineError("invariant-broken", `Cannot go on: ${story}; this is a bug in weftwork`, { story });
}

/** The default of every switch over a union: the compiler proves that it is never reached. */
export function unreachable(value: never): never {
  throw brokenInvariant(`unexpected ${JSON.stringify(value)}`);
}
