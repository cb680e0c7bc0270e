// Types that follow futures through arguments and results.
import type { ServedClass } from "./actor.ts";
import type { Future } from "./future.ts";

/** Values that are passed on whole: no future can stand inside. */
type Whole =
  | string
  | number
  | bigint
  | boolean
  | symbol
  | null
  | undefined
  | ArrayBufferLike
  | ArrayBufferView
  | Date
  | RegExp
  | Error
  | ((...args: never[]) => unknown);

/** What may be given where a task takes a `T`: the value, a future of it, or the value with futures anywhere inside. */
export type Deferred<T> =
  | T
  | Future<T>
  | (T extends Whole
      ? never
      : T extends ReadonlyMap<infer K, infer V>
        ? ReadonlyMap<K, Deferred<V>>
        : T extends ReadonlySet<infer V>
          ? ReadonlySet<Deferred<V>>
          : T extends readonly unknown[] | object
            ? { readonly [K in keyof T]: Deferred<T[K]> }
            : never);

/** The arguments of a function, each possibly deferred. */
export type DeferredArgs<Args extends readonly unknown[]> = { readonly [I in keyof Args]: Deferred<Args[I]> };

/** What `cluster.tasks` offers for a module: its functions as tasks, its classes for actors. */
export type TaskCalls<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Served ? Name : never]: Module[Name] extends (
    ...args: infer Args
  ) => infer Result
    ? (...args: DeferredArgs<Args>) => Future<Awaited<Result>>
    : Module[Name] extends new (
          ...args: infer Args
        ) => infer Instance
      ? ServedClass<Args, Instance>
      : never;
};

type Served = ((...args: never[]) => unknown) | (new (...args: never[]) => unknown);
