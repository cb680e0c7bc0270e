// The data frame that people hold: a lazy list of partitions of columns. Every method writes down what is to be done and
// returns a new frame; nothing runs before `compute`, `persist` or an iteration.
import type { TaskFunction } from "../../graph/task-graph.ts";
import type { BadRow } from "../io/csv/broken-rows.ts";
import type { ExplainOptions, PlanExplanation } from "../plan/explain.ts";
import { explain } from "../plan/explain.ts";
import type { PartitionChoice } from "../plan/partition-count.ts";
import type { PlanOptions } from "../plan/plan.ts";
import type { ComputingCluster } from "../plan/run.ts";
import { computeParts, partsOneByOne, persistParts } from "../plan/run.ts";
import type { PlannedGraph } from "../plan/task-graph.ts";
import { toTaskGraph } from "../plan/task-graph.ts";
import type { Aggregations } from "./aggregation.ts";
import type { Assignments } from "./assign.ts";
import { assignColumns } from "./assign.ts";
import type { ColumnInputs } from "./column-from.ts";
import { concatTables } from "./concat.ts";
import { described } from "./describe.ts";
import type { DistinctOptions } from "./distinct.ts";
import { distinctRows } from "./distinct.ts";
import type { Expression } from "./expression.ts";
import { filterRows } from "./filter.ts";
import type { FrameParts } from "./frame-parts.ts";
import { frameBytes } from "./frame-parts.ts";
import type { FromColumnsOptions } from "./from-columns.ts";
import { partsFromColumns, partsFromTables } from "./from-columns.ts";
import type { GroupOptions } from "./group-by.ts";
import { aggregate } from "./group-by.ts";
import { countAllRows, firstRowsOf } from "./head.ts";
import type { JoinOptions } from "./join.ts";
import { joined } from "./join.ts";
import type { MapPartitionsOptions } from "./map-partitions.ts";
import { mapParts } from "./map-partitions.ts";
import { repartitioned } from "./repartition.ts";
import { resampled } from "./resample.ts";
import type { RollingOptions } from "./rolling.ts";
import { rolled } from "./rolling.ts";
import type { SampleOptions } from "./sample.ts";
import { sampleRows } from "./sample.ts";
import { dropColumns, renameColumns, selectColumns } from "./select.ts";
import type { SortOptions } from "./sort.ts";
import { sortRows } from "./sort.ts";
import type { Schema, Table } from "./table.ts";
import { emptyTable } from "./table.ts";
import { countValues } from "./value-counts.ts";

export class DataFrame {
  /** @internal What it is made of, for other collections. */
  readonly frame: FrameParts;

  /** @internal Use `DataFrame.fromColumns`, or a reader. */
  constructor(frame: FrameParts) {
    this.frame = frame.parts.length > 0 ? frame : partsFromTables([emptyTable(frame.schema)], frame.schema);
  }

  /**
   * A frame of columns that are here: typed arrays, or lists of values. The data travels with each graph that is drawn
   * of it; persist a frame that is used often.
   * @throws {RangeError} if lengths differ; {TypeError} for a value that does not fit, naming column and row
   */
  static fromColumns(columns: ColumnInputs, options: FromColumnsOptions = {}): DataFrame {
    return new DataFrame(partsFromColumns(columns, options));
  }

  /** A frame with a partition for each table; `schema` is needed if there is none. @throws {TypeError} if one has other columns */
  static fromPartitions(tables: readonly Table[], schema?: Schema): DataFrame {
    return new DataFrame(partsFromTables(tables, schema));
  }

  /** Names of the columns, in order. */
  get columns(): readonly string[] {
    return Object.keys(this.frame.schema);
  }

  /** Types of the columns by name. */
  get dtypes(): Schema {
    return this.frame.schema;
  }

  /** Number of partitions. */
  get partitionCount(): number {
    return this.frame.parts.length;
  }

  /** Estimated bytes of all partitions; undefined if nothing is known. */
  get bytes(): number | undefined {
    return frameBytes(this.frame);
  }

  /** These columns, in this order. @throws {RangeError} naming the nearest for an unknown one */
  select(...columns: readonly string[]): DataFrame {
    return new DataFrame(selectColumns(this.frame, columns));
  }

  /** All columns but these. @throws {RangeError} naming the nearest for an unknown one */
  drop(...columns: readonly string[]): DataFrame {
    return new DataFrame(dropColumns(this.frame, columns));
  }

  /** New names by old ones. @throws {RangeError} for an unknown column, or two of one name */
  rename(names: Readonly<Record<string, string>>): DataFrame {
    return new DataFrame(renameColumns(this.frame, names));
  }

  /**
   * The rows for which an expression is true (missing is not), or for which a function of the row returns true.
   * @throws {TypeError} if the expression is not one of true and false
   */
  filter(test: Expression | TaskFunction): DataFrame {
    return new DataFrame(filterRows(this.frame, test));
  }

  /**
   * Further columns, or others in the place of some: expressions, values, or `{ type, by: (row) => ... }`. All are computed
   * from the columns that were there before.
   */
  assign(columns: Assignments): DataFrame {
    return new DataFrame(assignColumns(this.frame, columns));
  }

  /** Groups of rows with the same values in these columns. @throws {RangeError} (from `agg`) for an unknown one */
  groupby(...keys: readonly string[]): GroupBy {
    return new GroupBy(this.frame, keys);
  }

  /**
   * The rows of both whose keys are equal, side by side; missing keys are equal to one another, as pandas has it. A small
   * side goes to every partition of the other, else both are shuffled. Rows are in the order of the left side only if the
   * right one was sent round.
   * @throws {RangeError} for unknown columns; {TypeError} for keys of different types
   */
  join(right: DataFrame, options: JoinOptions): DataFrame {
    return new DataFrame(joined(this.frame, right.frame, options));
  }

  /** Rows in the order of these columns; what is missing comes last, equal rows stay in their order. @throws {RangeError} for an unknown column */
  sort(columns: string | readonly string[], options: SortOptions = {}): DataFrame {
    return new DataFrame(sortRows(this.frame, typeof columns === "string" ? [columns] : columns, options));
  }

  /** The first row of each key, by default of all columns. @throws {RangeError} for an unknown column */
  distinct(columns: readonly string[] = this.columns, options: DistinctOptions = {}): DataFrame {
    return new DataFrame(distinctRows(this.frame, columns, options));
  }

  /** How often each value is there (column `count`), the most frequent first. @throws {RangeError} for an unknown column */
  valueCounts(columns: string | readonly string[], options: GroupOptions = {}): DataFrame {
    return new DataFrame(countValues(this.frame, typeof columns === "string" ? [columns] : columns, options));
  }

  /**
   * Aggregates by stretches of time, those without rows too: `resample("date", "1h", { n: rowCount() })`.
   * @throws {TypeError} unless the column is of timestamps; {RangeError} for a duration that is none
   */
  resample(on: string, every: number | string, aggregations: Aggregations): DataFrame {
    return new DataFrame(resampled(this.frame, on, every, aggregations));
  }

  /** The frame with aggregates of the last `window` rows of each row. @throws {RangeError} unless the window is above 0 */
  rolling(window: number, aggregations: Aggregations, options: RollingOptions = {}): DataFrame {
    return new DataFrame(rolled(this.frame, window, aggregations, options));
  }

  /** Count, mean, deviation, least, quartiles and greatest of all columns of numbers. @throws {TypeError} if there is none */
  describe(): DataFrame {
    return new DataFrame(described(this.frame));
  }

  /** Each row with this probability; the seed decides which. @throws {RangeError} unless it is from 0 to 1 */
  sample(fraction: number, options: SampleOptions = {}): DataFrame {
    return new DataFrame(sampleRows(this.frame, fraction, options));
  }

  /** The same rows in another number of partitions. @throws {RangeError} for a choice that cannot be */
  repartition(choice: PartitionChoice): DataFrame {
    return new DataFrame(repartitioned(this.frame, choice));
  }

  /**
   * Calls a function with each partition, a `Table`; it returns one, or columns as `fromColumns` takes them. Say `schema`
   * if it has other columns.
   */
  mapPartitions(fn: TaskFunction, options: MapPartitionsOptions = {}): DataFrame {
    return new DataFrame(mapParts(this.frame, fn, options));
  }

  /** Aggregates of the whole frame: one row. */
  agg(aggregations: Aggregations): DataFrame {
    return new DataFrame(aggregate(this.frame, [], aggregations));
  }

  /** How it would be computed. */
  explain(options: ExplainOptions = {}): PlanExplanation {
    return explain(this.frame.parts, options);
  }

  /** The task graph that computes it, its outputs the partitions. */
  toTaskGraph(options: PlanOptions = {}): PlannedGraph {
    return toTaskGraph(this.frame.parts, options);
  }

  /**
   * Computes it and brings all rows here as one table (`rowsOf` and `valuesOf` read it).
   * @throws {RangeError} (the promise rejects) if a worker's memory cannot suffice; what a kernel threw
   */
  async compute(cluster: ComputingCluster): Promise<Table> {
    return concatTables((await computeParts(cluster, this.frame.parts)) as Table[]);
  }

  /** The first rows, with no more work than they take. */
  head(cluster: ComputingCluster, rows = 5): Promise<Table> {
    return firstRowsOf(cluster, this.frame, rows);
  }

  /** The number of rows. */
  length(cluster: ComputingCluster): Promise<number> {
    return countAllRows(cluster, this.frame);
  }

  /** Computes it and leaves the partitions on the workers, until `release` is called. */
  persist(cluster: ComputingCluster): DataFrame {
    return new DataFrame({ ...this.frame, parts: persistParts(cluster, this.frame.parts) });
  }

  /**
   * What a reader left out with `onBadRow: "skip"`, in the order of the file; of the frame that the reader gave, not of
   * frames made from it. The file is read for it once more.
   */
  async badRows(cluster: ComputingCluster): Promise<readonly BadRow[]> {
    return ((await computeParts(cluster, this.frame.badRows ?? [])) as (readonly BadRow[])[]).flat();
  }

  /** Lets go of the partitions that `persist` keeps on workers. */
  release(): void {
    for (const { future } of this.frame.parts) (future as { release(): void } | undefined)?.release();
  }

  /** Yields the partitions in order, each as soon as it is there. */
  async *partitions(cluster: ComputingCluster): AsyncGenerator<Table, void> {
    for await (const table of partsOneByOne(cluster, this.frame.parts)) yield table as Table;
  }
}

/** Groups that are still to be aggregated. */
export class GroupBy {
  readonly #frame: FrameParts;
  readonly #keys: readonly string[];

  /** @internal Use `DataFrame.groupby`. */
  constructor(frame: FrameParts, keys: readonly string[]) {
    this.#frame = frame;
    this.#keys = keys;
  }

  /**
   * One row per group, in the order of the keys: `agg({ flights: rowCount(), delay: col("delay").mean() })`.
   * @throws {RangeError} for an unknown column; {TypeError} for one that does not fit
   */
  agg(aggregations: Aggregations, options: GroupOptions = {}): DataFrame {
    return new DataFrame(aggregate(this.#frame, this.#keys, aggregations, options));
  }
}
