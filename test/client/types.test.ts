// Types only: vitest passes over them at run time, `tsc` does not.
import { describe, expectTypeOf, it } from "vitest";
import type { Actor } from "../../src/client/actor.ts";
import type { Delayed } from "../../src/client/delayed.ts";
import { delayed } from "../../src/client/delayed.ts";
import type { Future } from "../../src/client/future.ts";
import type { Deferred, TaskCalls } from "../../src/client/types.ts";
import type { Cluster, ModuleTask } from "../../src/cluster/cluster.ts";

declare const cluster: Cluster<{
  inc(x: number): number;
  load(url: string, options: { readonly depth: number }): Promise<Uint8Array>;
  readonly version: string;
  readonly Counter: typeof Counter;
}>;
declare class Counter {
  constructor(start: number, name?: string);
  readonly name: string;
  readonly rest: Promise<number>;
  private readonly secret: number;
  add(x: number): number;
  load(): Promise<Uint8Array>;
  release(): string;
}
declare const future: Future<number>;
declare const actor: Actor<Counter>;
declare const exported: ModuleTask<[number], Counter>;
declare const row: ModuleTask<[string], Promise<number[]>>;
/** Nothing here runs. */
const typesOnly = (check: () => void): void => void check;

describe("Cluster.submit", () => {
  it("follows futures and promises", () =>
    typesOnly(() => {
      const one = cluster.submit((x: number) => x > 1, 2);
      expectTypeOf(one).toEqualTypeOf<Future<boolean>>();
      expectTypeOf(cluster.submit(async (x: number) => String(x), future)).toEqualTypeOf<Future<string>>();
      expectTypeOf(cluster.submit((x: { a: number[] }) => x.a, { a: [1, future] })).toEqualTypeOf<Future<number[]>>();
      expectTypeOf(cluster.submit(row, "x")).toEqualTypeOf<Future<number[]>>();
      // @ts-expect-error a string is no number
      cluster.submit((x: number) => x, "2");
      // @ts-expect-error nor is a future of a boolean
      cluster.submit((x: number) => x, one);
      // @ts-expect-error an argument is missing
      cluster.submit((x: number) => x);
    }));
});

describe("Cluster.map", () => {
  it("takes a list per argument", () =>
    typesOnly(() => {
      expectTypeOf(cluster.map((x: number) => `${x}`, [1, future])).toEqualTypeOf<Future<string>[]>();
      expectTypeOf(cluster.map((x: number, y: string) => y + x, [1], ["a"])).toEqualTypeOf<Future<string>[]>();
      // @ts-expect-error a list of strings is no list of numbers
      cluster.map((x: number) => x, ["a"]);
    }));
});

describe("Cluster.tasks", () => {
  it("offers the functions of the worker's module, and nothing else of it", () =>
    typesOnly(() => {
      expectTypeOf(cluster.tasks.inc(future)).toEqualTypeOf<Future<number>>();
      expectTypeOf(cluster.tasks.load("x", { depth: future })).toEqualTypeOf<Future<Uint8Array>>();
      expectTypeOf<keyof typeof cluster.tasks>().toEqualTypeOf<"inc" | "load" | "Counter">();
      expectTypeOf<keyof TaskCalls<{ a: 1 }>>().toEqualTypeOf<never>();
      // @ts-expect-error it is no function
      cluster.tasks.version;
    }));
});

describe("Cluster.compute, scatter and gather", () => {
  it("keep the types of results", () =>
    typesOnly(() => {
      const inc = delayed((x: number) => x + 1);
      expectTypeOf(inc(inc(1))).toEqualTypeOf<Delayed<number>>();
      expectTypeOf(inc(future)).toEqualTypeOf<Delayed<number>>();
      expectTypeOf(cluster.compute(inc(1))).toEqualTypeOf<Future<number>>();
      expectTypeOf(cluster.compute([inc(1)])).toEqualTypeOf<Future<number>[]>();
      expectTypeOf(cluster.scatter([1, 2])).toEqualTypeOf<Future<number>[]>();
      expectTypeOf(cluster.scatter(["a"], { broadcast: true })).toEqualTypeOf<Future<string>[]>();
      expectTypeOf(cluster.gather([future])).toEqualTypeOf<Promise<number[]>>();
      expectTypeOf(future.result()).toEqualTypeOf<Promise<number>>();
      // @ts-expect-error a delayed string is no number
      inc(delayed(() => "x")());
    }));
});

describe("Cluster.actor", () => {
  it("takes a class in each of its forms, with the arguments of its constructor", () =>
    typesOnly(() => {
      expectTypeOf(cluster.actor(Counter, 1)).toEqualTypeOf<Promise<Actor<Counter>>>();
      expectTypeOf(cluster.actor(cluster.tasks.Counter, 1, "a")).toEqualTypeOf<Promise<Actor<Counter>>>();
      expectTypeOf(cluster.actor(exported, 1)).toEqualTypeOf<Promise<Actor<Counter>>>();
      // @ts-expect-error a string is no number
      cluster.actor(Counter, "1");
      // @ts-expect-error an argument is missing
      cluster.actor(cluster.tasks.Counter);
      // @ts-expect-error a function is no class
      cluster.actor((x: number) => x, 1);
      // @ts-expect-error nor is a served function
      cluster.actor(cluster.tasks.inc, 1);
      // @ts-expect-error a served class is no task
      cluster.tasks.Counter(1);
    }));

  it("offers methods as functions that return promises, and fields as promises", () =>
    typesOnly(() => {
      expectTypeOf(actor.add(1)).toEqualTypeOf<Promise<number>>();
      expectTypeOf(actor.load()).toEqualTypeOf<Promise<Uint8Array>>();
      expectTypeOf(actor.name).toEqualTypeOf<PromiseLike<string>>();
      expectTypeOf(actor.rest).toEqualTypeOf<PromiseLike<number>>();
      expectTypeOf(actor.release).toEqualTypeOf<() => void>();
      // @ts-expect-error it is private
      actor.secret;
      // @ts-expect-error a future is no number: actors take values
      actor.add(future);
    }));
});

describe("Deferred", () => {
  it("allows futures anywhere inside containers, and keeps other values whole", () => {
    expectTypeOf<Future<number>>().toExtend<Deferred<number>>();
    expectTypeOf<{ a: (number | Future<number>)[] }>().toExtend<Deferred<{ a: number[] }>>();
    expectTypeOf<Map<string, Future<number>>>().toExtend<Deferred<Map<string, number>>>();
    expectTypeOf<Set<Future<number>>>().toExtend<Deferred<Set<number>>>();
    expectTypeOf<[number, Future<string>]>().toExtend<Deferred<[number, string]>>();
    expectTypeOf<Uint8Array>().toExtend<Deferred<Uint8Array>>();
    expectTypeOf<Future<string>>().not.toExtend<Deferred<number>>();
    expectTypeOf<{ a: Future<string> }>().not.toExtend<Deferred<{ a: number }>>();
  });
});
