// What users hold of an actor: its methods as functions that return promises, its fields as promises.

/** How a handle reaches its instance. */
export interface ActorCalls {
  call(method: string, args: readonly unknown[]): Promise<unknown>;
  read(field: string): Promise<unknown>;
  release(): void;
}

/** What every actor has; a method of the class with such a name cannot be reached. */
export interface ActorHandle {
  /** Lets go of the instance; calls that are not answered reject as `cancelled`. Safe to call twice. */
  release(): void;
  [Symbol.dispose](): void;
}

type Reserved = keyof ActorHandle | "then";

/**
 * An instance of `T` that lives on a worker. A method returns a promise of what it returned there; a field is read by
 * awaiting it. Arguments and results are cloned; `transfer()` moves their buffers instead.
 */
export type Actor<T> = ActorHandle & {
  readonly [Name in Exclude<keyof T, Reserved>]: T[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : PromiseLike<Awaited<T[Name]>>;
};

declare const construction: unique symbol;

/** A class that the workers serve, as `cluster.tasks` names it. */
export interface ServedClass<Args extends readonly unknown[], Instance> {
  /** Gives the types their meaning; there is no such property. */
  readonly [construction]: (...args: Args) => Instance;
}

/** The handle of an actor whose instance `calls` reaches. */
export function actorOver<T>(calls: ActorCalls): Actor<T> {
  const release = (): void => calls.release();
  const members = new Map<string | symbol, unknown>([
    ["then", undefined], // not a promise
    ["release", release],
    [Symbol.dispose, release],
  ]);
  return new Proxy(Object.create(null) as object, {
    get(_target, name) {
      if (!members.has(name) && typeof name === "string") members.set(name, memberOf(calls, name));
      return members.get(name);
    },
  }) as Actor<T>;
}

/** A member that is not known to be a method until it is called, nor a field until it is awaited. */
function memberOf(calls: ActorCalls, name: string): unknown {
  const call = (...args: unknown[]): Promise<unknown> => calls.call(name, args);
  const then: PromiseLike<unknown>["then"] = (kept, broken) => calls.read(name).then(kept, broken);
  return Object.assign(call, { then });
}
