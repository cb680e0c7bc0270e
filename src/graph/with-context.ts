// The mark of functions that take a context. Users put it on functions on both sides of a thread boundary.
import type { TaskContext } from "./task-context.ts";

/** Known to every copy of this module: a worker's script may bring its own. Under it stands the function as it was written. */
export const CONTEXT: unique symbol = Symbol.for("weftwork.context") as never;

type TakesContext<Args extends readonly unknown[], Result> = (context: TaskContext, ...args: Args) => Result;

/**
 * Marks a function as one that takes the context of its task before its arguments: a signal, progress, messages, tasks of
 * its own. What it returns stands for the function wherever a task is made of one (`submit`, `map`, a graph, a module, `serve`), and
 * is called with the other arguments alone.
 */
export function withContext<Args extends readonly unknown[], Result>(
  fn: TakesContext<Args, Result>,
): (...args: Args) => Result {
  const marked = (): never => {
    throw new TypeError(
      `Cannot call "${fn.name || "a function"}" without its context: it takes one, must be submitted as a task`,
    );
  };
  return Object.defineProperties(marked, { [CONTEXT]: { value: fn }, name: { value: fn.name } });
}

/** The function that takes a context, if this one is so marked, by whatever copy of this module. */
export function findContextual(fn: object): ((...args: never[]) => unknown) | undefined {
  return (fn as { readonly [CONTEXT]?: (...args: never[]) => unknown })[CONTEXT];
}
