// A bag of items in partitions, as people write with it: every method writes down what is to be done and returns a new
// bag, or a result that is one value; nothing is computed before `compute`, `persist` or the iteration over partitions.
import type { TaskFunction } from "../../graph/task-graph.ts";
import { DataFrame } from "../frame/data-frame.ts";
import type { Schema } from "../frame/table.ts";
import type { ExplainOptions, PlanExplanation } from "../plan/explain.ts";
import { explain } from "../plan/explain.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import type { PartitionChoice } from "../plan/partition-count.ts";
import type { PlanOptions } from "../plan/plan.ts";
import type { ComputingCluster } from "../plan/run.ts";
import { computeParts, partsOneByOne, persistParts } from "../plan/run.ts";
import type { PlannedGraph } from "../plan/task-graph.ts";
import { toTaskGraph } from "../plan/task-graph.ts";
import { BagResult } from "./bag-result.ts";
import { fold, foldBy } from "./fold.ts";
import { frequencies } from "./frequencies.ts";
import { fromItems, fromLists, generated } from "./from-items.ts";
import { distinct, groupBy, join } from "./group-by.ts";
import type { KeyChoice, NamedTask } from "./keys.ts";
import { product, zip } from "./pairs.ts";
import { mapPartitions, perItem } from "./per-item.ts";
import { pluck } from "./pluck.ts";
import { repartition } from "./repartition.ts";
import type { SampleChoice } from "./sample.ts";
import { sample } from "./sample.ts";
import type { StatisticName } from "./statistics.ts";
import { statistic } from "./statistics.ts";
import { take } from "./take.ts";
import { toFrame } from "./to-frame.ts";
import { topItems } from "./top-items.ts";

/** A function of items that is sent as its source, or a served or module task. What it returns may be a promise. */
export type ItemFunction<T, R> = ((item: T) => R | Promise<R>) | NamedTask;

export interface FoldOptions<T, R> {
  /** Where each partition begins; `step` may not change it. */
  readonly initial: R;
  readonly step: ((total: R, item: T) => R) | NamedTask;
  /** Makes one total of two. */
  readonly combine: ((a: R, b: R) => R) | NamedTask;
  /** How many totals one task combines. Default 8. */
  readonly splitEvery?: number;
}

/** How many partitions the result has. Default as many as the bag. */
export interface ShuffleOptions {
  readonly partitions?: number;
}

/**
 * Items of any kind that can be cloned, in order, in partitions.
 *
 *     const words = Bag.fromItems(texts, { partitions: 8 }).flatMap((text: string) => text.split(" "));
 *     const top = await words.frequencies().topK(10, 1).compute(cluster);
 */
export class Bag<T> {
  /** The calls that make the partitions, each a list: for `toTaskGraph` and other collections. */
  readonly parts: readonly LazyPart[];

  /** @internal Bags are made by the static methods. */
  constructor(parts: readonly LazyPart[]) {
    this.parts = parts;
  }

  /** Of items that are here; they travel with each graph. @throws {RangeError} for a number of partitions that makes no sense */
  static fromItems<T>(items: Iterable<T>, choice: PartitionChoice = {}): Bag<T> {
    return new Bag(fromItems([...items], choice));
  }

  /** With a partition for each list. */
  static fromPartitions<T>(lists: readonly (readonly T[])[]): Bag<T> {
    return new Bag(fromLists(lists));
  }

  /** Of what `fn(i)` returns for each partition, on a worker. @throws {RangeError} for a number of partitions that makes no sense */
  static generate<T>(fn: ItemFunction<number, Iterable<T>>, { partitions }: { readonly partitions: number }): Bag<T> {
    return new Bag(generated(fn as TaskFunction, partitions));
  }

  /** Bags one behind the other. */
  static concat<T>(bags: readonly Bag<T>[]): Bag<T> {
    return bags.length === 0 ? Bag.fromPartitions<T>([]) : new Bag(bags.flatMap(({ parts }) => parts));
  }

  get partitionCount(): number {
    return this.parts.length;
  }

  map<R>(fn: ItemFunction<T, R>): Bag<R> {
    return new Bag(perItem(this.parts, "map", "mapItems", fn as TaskFunction));
  }

  filter(fn: ItemFunction<T, unknown>): Bag<T> {
    return new Bag(perItem(this.parts, "filter", "filterItems", fn as TaskFunction));
  }

  /** All items of the lists that the function returns. */
  flatMap<R>(fn: ItemFunction<T, Iterable<R>>): Bag<R> {
    return new Bag(perItem(this.parts, "flat map", "flatMapItems", fn as TaskFunction));
  }

  /** What a function returns for each partition as a whole, a list. */
  mapPartitions<R>(
    fn: ((items: readonly T[], partition: number) => Iterable<R> | Promise<Iterable<R>>) | NamedTask,
  ): Bag<R> {
    return new Bag(mapPartitions(this.parts, fn as TaskFunction));
  }

  /** One property of each item, or a list of several. A task fails with {TypeError}, naming the nearest key, if one is missing and `otherwise` is not given. */
  pluck<R = unknown>(keys: string | number | readonly (string | number)[], ...otherwise: readonly [R?]): Bag<R> {
    return new Bag(pluck(this.parts, otherwise.length > 0 ? { keys, otherwise: otherwise[0] } : { keys }));
  }

  /** One total: each partition from `initial` on by `step`, totals by `combine`. */
  fold<R>({ step, combine, ...rest }: FoldOptions<T, R>): BagResult<R> {
    const functions = { step: step as TaskFunction, combine: combine as TaskFunction };
    return new BagResult(fold(this.parts, { ...functions, ...rest }));
  }

  /** A total for each key, as [key, total] in one partition: items need not travel, as they must for `groupBy`. */
  foldBy<R>(key: KeyChoice<T>, { step, combine, ...rest }: FoldOptions<T, R>): Bag<readonly [unknown, R]> {
    const functions = { step: step as TaskFunction, combine: combine as TaskFunction };
    return new Bag([foldBy(this.parts, key, { ...functions, ...rest })]);
  }

  /** Items with the same key together, as [key, items], items in the order of the bag. Keys that are objects are compared by what is in them. */
  groupBy<K = unknown>(key: KeyChoice<T>, options: ShuffleOptions = {}): Bag<readonly [K, readonly T[]]> {
    return new Bag(groupBy(this.parts, key, this.#targets(options)));
  }

  /** The first item of each key; without a key, each item once. */
  distinct(key?: KeyChoice<T>, options: ShuffleOptions = {}): Bag<T> {
    return new Bag(distinct(this.parts, key, this.#targets(options)));
  }

  /** All pairs [item, other] with the same key. */
  join<U>(
    other: Bag<U>,
    key: KeyChoice<T>,
    otherKey: KeyChoice<U>,
    options: ShuffleOptions = {},
  ): Bag<readonly [T, U]> {
    return new Bag(join(this.parts, other.parts, { left: key, right: otherKey }, this.#targets(options)));
  }

  #targets({ partitions }: ShuffleOptions): number {
    const count = partitions ?? this.parts.length;
    if (Number.isInteger(count) && count > 0) return count;
    throw new RangeError(`Cannot shuffle into ${count} partitions: must be a whole number above 0`);
  }

  /** All pairs of an item of this bag and one of the other, partition by partition. */
  product<U>(other: Bag<U>): Bag<readonly [T, U]> {
    return new Bag(product(this.parts, other.parts));
  }

  /** Pairs of items at the same place. @throws {RangeError} unless there are as many partitions; so does a task unless they are as long */
  zip<U>(other: Bag<U>): Bag<readonly [T, U]> {
    return new Bag(zip(this.parts, other.parts));
  }

  /** Each item once with how often it is there, as [item, count] in one partition. */
  frequencies(options: { readonly splitEvery?: number } = {}): Bag<readonly [T, number]> {
    return new Bag([frequencies(this.parts, options.splitEvery)]);
  }

  /** The `count` greatest items, by a key or as they are, greatest first, in one partition; of equal ones the first. @throws {RangeError} for a count that makes no sense */
  topK(count: number, key?: KeyChoice<T>, order: "greatest" | "least" = "greatest"): Bag<T> {
    return new Bag([topItems(this.parts, key, { count, order })]);
  }

  /** The first items, in one partition. @throws {RangeError} for a count that makes no sense */
  take(count: number): Bag<T> {
    return new Bag([take(this.parts, count)]);
  }

  /** Random items, the same for the same seed however the bag is cut. @throws {RangeError} for a seed, a fraction or a count that makes no sense */
  sample(choice: SampleChoice): Bag<T> {
    return new Bag(sample(this.parts, choice));
  }

  /** The same items in more or fewer partitions. @throws {RangeError} for a number that makes no sense */
  repartition(partitions: number): Bag<T> {
    return new Bag(repartition(this.parts, partitions));
  }

  count(): BagResult<number> {
    return this.#statistic("count");
  }

  /** 0 of nothing. A task fails with {TypeError} for an item that is no number; so for mean and deviations. */
  sum(): BagResult<number> {
    return this.#statistic("sum");
  }

  /** NaN of nothing. */
  mean(): BagResult<number> {
    return this.#statistic("mean");
  }

  /** NaN if one is. Of nothing a task fails with {RangeError}. */
  min(): BagResult<T> {
    return this.#statistic("min");
  }

  /** NaN if one is. Of nothing a task fails with {RangeError}. */
  max(): BagResult<T> {
    return this.#statistic("max");
  }

  /** Divided by the number of items less `ddof` (default 0). NaN of nothing. */
  var({ ddof = 0 }: { readonly ddof?: number } = {}): BagResult<number> {
    return this.#statistic("var", ddof);
  }

  std({ ddof = 0 }: { readonly ddof?: number } = {}): BagResult<number> {
    return this.#statistic("std", ddof);
  }

  /** Whether any item is true; false of nothing. */
  any(): BagResult<boolean> {
    return this.#statistic("any");
  }

  /** Whether all items are true; true of nothing. */
  all(): BagResult<boolean> {
    return this.#statistic("all");
  }

  #statistic<R>(name: StatisticName, ddof = 0): BagResult<R> {
    return new BagResult(statistic(this.parts, { name, ddof }));
  }

  /** Items as rows: objects by the names of columns, or lists by their order. A task fails with {TypeError} for a value that does not fit. */
  toDataFrame(schema: Schema): DataFrame {
    return new DataFrame(toFrame(this.parts, schema));
  }

  /** Computes the bag and brings all items here. @throws {RangeError} if memory cannot suffice; what a task threw */
  async compute(cluster: ComputingCluster): Promise<T[]> {
    return ((await computeParts(cluster, this.parts)) as (readonly T[])[]).flat(1) as T[];
  }

  /** Computes the bag and leaves its partitions on the workers, for all bags that are made of the result, until `release`. */
  persist(cluster: ComputingCluster): Bag<T> {
    return new Bag(persistParts(cluster, this.parts));
  }

  /** Lets go of what `persist` keeps on the workers. */
  release(): void {
    for (const { future } of this.parts) (future as { release(): void } | undefined)?.release();
  }

  /** The partitions in order, each as soon as it is there. */
  async *partitions(cluster: ComputingCluster): AsyncGenerator<readonly T[], void> {
    for await (const items of partsOneByOne(cluster, this.parts)) yield items as readonly T[];
  }

  /** What would be computed, and how. */
  explain(options?: ExplainOptions): PlanExplanation {
    return explain(this.parts, options);
  }

  /** The graph for `cluster.compute(graph, outputs)`: a list for each output. @throws {TypeError} if the bag was persisted */
  toTaskGraph(options?: PlanOptions): PlannedGraph {
    return toTaskGraph(this.parts, options);
  }
}
