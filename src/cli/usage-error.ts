// What a user typed wrong: told in one line, without a stack.
import { nearestName } from "../base/nearest-name.ts";

export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Says what is unknown, what was expected, and what was probably meant. */
export function unknownName(what: string, name: string, known: readonly string[]): UsageError {
  const nearest = known.length > 0 ? `; did you mean "${nearestName(name, known)}"?` : "";
  return new UsageError(`Cannot use ${what} "${name}": it is unknown, must be one of ${known.join(", ")}${nearest}`);
}
