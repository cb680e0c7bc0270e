// What is rare about functions, a part of a worker: those that come from elsewhere or are made of others, and why one
// cannot be had.
import { EngineError } from "../base/errors.ts";
import { CONTEXT } from "../graph/with-context.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";
import type { AnyFunction } from "./call-function.ts";
import type { Functions, Supervisor, TaskCall } from "./task-caller.ts";

type Applied = FunctionDefinition & { readonly kind: "applied" };

/** Ends what the store has begun: the function at `index` for a call, when it is loaded. */
export async function prepare(
  store: Functions,
  index: number,
  loading: AnyFunction | Promise<AnyFunction>,
  call: TaskCall | undefined,
): Promise<AnyFunction> {
  const fn = await loading;
  const definition = store.definitions[index];
  if (definition?.kind !== "supervised" && !(CONTEXT in fn)) {
    store.loaded[index] = fn;
    return fn;
  }
  const { supervise } = await supervisorOf(store);
  const takesContext = definition?.kind === "supervised" && definition.takesContext;
  const perCall = supervise(fn, index, takesContext);
  store.perCall[index] = perCall;
  return perCall(call);
}

/** What sees to supervised calls on the thread of this store. */
export function supervisorOf(store: Functions): Promise<Supervisor> {
  store.supervisor ??= store.options.parts
    .load("supervised", () => import("./supervised-entry.ts"))
    .then((part) => part.supervisor(store));
  return store.supervisor;
}

/**
 * What the store cannot make itself; `cause`: what was in the way of evaluating it.
 * @throws {EngineError} module-failed, unknown-task, source-blocked
 */
export function loadRare(
  store: Functions,
  definition: FunctionDefinition | undefined,
  cause: unknown,
): AnyFunction | Promise<AnyFunction> {
  switch (definition?.kind) {
    case "module":
      return importFunction(definition.url, definition.name);
    case "applied":
      return apply(store, definition);
    case "supervised":
      return store.load(store.definitions[definition.of]);
    case "task":
      throw unknownTask(store, definition.name);
    case "source":
      throw sourceBlocked(definition.name, cause);
    default:
      throw new EngineError("protocol-violated", "Cannot call a function: it was never described", { found: "none" });
  }
}

async function apply(store: Functions, { to, functions }: Applied): Promise<AnyFunction> {
  const [fn, ...given] = await Promise.all([to, ...functions].map(async (each) => store.get(each)));
  return (...args) => (fn as AnyFunction)(...given, ...args);
}

async function importFunction(url: string, name: string): Promise<AnyFunction> {
  const failed = (why: string, cause?: unknown): EngineError<"module-failed"> =>
    new EngineError("module-failed", `Cannot use export "${name}" of ${url}: ${why}`, { url, name }, { cause });
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
  } catch (error) {
    throw failed("the module could not be imported", error);
  }
  const fn = exports[name];
  if (typeof fn !== "function") throw failed(`it is ${typeof fn}, must be a function`);
  return fn as AnyFunction;
}

function unknownTask({ options: { tasks } }: Functions, name: string): EngineError<"unknown-task"> {
  const known = Object.keys(tasks).filter((key) => typeof tasks[key] === "function");
  const serves = known.length > 0 ? `the worker serves ${known.join(", ")}` : "the worker's script serves no tasks";
  return new EngineError("unknown-task", `Cannot call task "${name}": ${serves}`, { name, known });
}

function sourceBlocked(name: string, cause: unknown): EngineError<"source-blocked"> {
  if (cause === undefined) {
    const message = `Cannot run function "${name}" from its source: this worker accepts task modules only, must be started with allowSource`;
    return new EngineError("source-blocked", message, { name, directive: "allowSource" });
  }
  const directive = "script-src 'unsafe-eval'";
  const message = `Cannot run function "${name}" from its source: the Content-Security-Policy lacks ${directive}. Put it into a task module: serve({ ${name} }) in a worker file of your own`;
  return new EngineError("source-blocked", message, { name, directive }, { cause });
}
