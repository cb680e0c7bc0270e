// An array of numbers in chunks, as people write with it: every method writes down what is to be done and returns a new
// array; nothing is computed before `compute`, `persist` or the iteration over blocks.
import type { TaskFunction } from "../../graph/task-graph.ts";
import type { ExplainOptions, PlanExplanation } from "../plan/explain.ts";
import { explain } from "../plan/explain.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import type { PlanOptions } from "../plan/plan.ts";
import type { ComputingCluster } from "../plan/run.ts";
import { persistParts } from "../plan/run.ts";
import type { PlannedGraph } from "../plan/task-graph.ts";
import { toTaskGraph } from "../plan/task-graph.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { shapeOfPlan } from "./array-plan.ts";
import type { Block } from "./block.ts";
import type { Nested, PlacedBlock } from "./compute.ts";
import { blocksOf, computeArray, nest } from "./compute.ts";
import { correlation, covariance } from "./covariance.ts";
import { cumulate } from "./cumulate.ts";
import type { Dtype, Scalar } from "./dtype.ts";
import { checkDtype } from "./dtype.ts";
import type { BinaryOperation, UnaryOperation } from "./elementwise.ts";
import { astype, binary, unary } from "./elementwise.ts";
import type { ChunkChoice, Chunks } from "./grid.ts";
import { chooseChunks } from "./grid.ts";
import type { HistogramOptions } from "./histogram.ts";
import { histogram } from "./histogram.ts";
import type { BlockFunction, MapBlocksOptions } from "./map-blocks.ts";
import { mapBlocks } from "./map-blocks.ts";
import { matmul } from "./matmul.ts";
import type { PercentileOptions } from "./percentile.ts";
import { percentile } from "./percentile.ts";
import { rechunk } from "./rechunk.ts";
import type { ReduceOptions, SpreadOptions } from "./reduce.ts";
import { reduce } from "./reduce.ts";
import type { ReducerName } from "./reducers.ts";
import { reshape } from "./reshape.ts";
import type { Shape } from "./shape.ts";
import { nameShape, sizeOfShape } from "./shape.ts";
import type { Selection } from "./slice.ts";
import { slice } from "./slice.ts";
import { transpose } from "./transpose.ts";

/** An array, or a number that stands for one of any shape. */
export type Operand = NdArray | Scalar;
/** A function on blocks: one that is sent as its source, or a served or module task. */
export type MapBlockFunction = BlockFunction | Extract<TaskFunction, { readonly kind: string }>;

/**
 * An n-dimensional array in chunks. Shapes, broadcasting and indexing are as NumPy has them.
 *
 *     const x = nd.uniform([10_000, 10_000], { seed: 1 });
 *     const means = x.add(x.transpose()).slice("::2", "5000:").mean({ axis: 1 });
 *     const { data } = await means.compute(cluster);
 */
export class NdArray {
  /** @internal */
  readonly plan: ArrayPlan;

  /** @internal Arrays are made by the functions of `nd`. */
  constructor(plan: ArrayPlan) {
    this.plan = plan;
  }

  get dtype(): Dtype {
    return this.plan.dtype;
  }

  get shape(): Shape {
    return shapeOfPlan(this.plan);
  }

  /** The number of values. */
  get size(): number {
    return sizeOfShape(this.shape);
  }

  /** By axis the lengths of the chunks. */
  get chunks(): Chunks {
    return this.plan.chunks;
  }

  /** The calls that make the blocks, the last axis fastest: for `toTaskGraph` and other collections. */
  get parts(): readonly LazyPart[] {
    return this.plan.parts;
  }

  /** This array and another, or a number, value by value. @throws {RangeError} if shapes do not broadcast or a number does not fit; {TypeError} if the kinds do not suit */
  operate(operation: BinaryOperation, other: Operand): NdArray {
    return new NdArray(binary(operation, this.plan, planOrScalar(other)));
  }

  add(other: Operand): NdArray {
    return this.operate("add", other);
  }

  subtract(other: Operand): NdArray {
    return this.operate("subtract", other);
  }

  multiply(other: Operand): NdArray {
    return this.operate("multiply", other);
  }

  /** f64, or f32 of f32. */
  divide(other: Operand): NdArray {
    return this.operate("divide", other);
  }

  /** The quotient rounded down; 0 of integers by 0. */
  floorDivide(other: Operand): NdArray {
    return this.operate("floorDivide", other);
  }

  /** The remainder, of the divisor's sign; 0 of integers by 0. */
  mod(other: Operand): NdArray {
    return this.operate("mod", other);
  }

  /** Integers wrap. A task fails with {RangeError} for integers to a power below 0. */
  power(other: Operand): NdArray {
    return this.operate("power", other);
  }

  /** The lesser; NaN if one is. */
  minimum(other: Operand): NdArray {
    return this.operate("minimum", other);
  }

  /** The greater; NaN if one is. */
  maximum(other: Operand): NdArray {
    return this.operate("maximum", other);
  }

  equal(other: Operand): NdArray {
    return this.operate("equal", other);
  }

  notEqual(other: Operand): NdArray {
    return this.operate("notEqual", other);
  }

  less(other: Operand): NdArray {
    return this.operate("less", other);
  }

  lessEqual(other: Operand): NdArray {
    return this.operate("lessEqual", other);
  }

  greater(other: Operand): NdArray {
    return this.operate("greater", other);
  }

  greaterEqual(other: Operand): NdArray {
    return this.operate("greaterEqual", other);
  }

  /** Bit by bit, of integers and booleans. */
  and(other: Operand): NdArray {
    return this.operate("and", other);
  }

  /** Bit by bit, of integers and booleans. */
  or(other: Operand): NdArray {
    return this.operate("or", other);
  }

  /** A function of each value: those below, `log2`, `arcsin` and others. @throws {TypeError} if the kind does not suit */
  apply(operation: UnaryOperation): NdArray {
    return new NdArray(unary(operation, this.plan));
  }

  negative(): NdArray {
    return this.apply("negative");
  }

  abs(): NdArray {
    return this.apply("abs");
  }

  square(): NdArray {
    return this.apply("square");
  }

  sqrt(): NdArray {
    return this.apply("sqrt");
  }

  exp(): NdArray {
    return this.apply("exp");
  }

  log(): NdArray {
    return this.apply("log");
  }

  sin(): NdArray {
    return this.apply("sin");
  }

  cos(): NdArray {
    return this.apply("cos");
  }

  floor(): NdArray {
    return this.apply("floor");
  }

  ceil(): NdArray {
    return this.apply("ceil");
  }

  /** To the nearest whole number, halves to the even one. */
  round(): NdArray {
    return this.apply("round");
  }

  isNaN(): NdArray {
    return this.apply("isNaN");
  }

  not(): NdArray {
    return this.apply("not");
  }

  /** Along axes, by default all. @throws {RangeError} if there is no such axis, or it would be the least or greatest of nothing */
  reduce(reducer: ReducerName, options: SpreadOptions = {}): NdArray {
    return new NdArray(reduce(reducer, this.plan, options));
  }

  /** Integers and booleans are summed as f64, exact up to 2^53; i64 stays i64. */
  sum(options?: ReduceOptions): NdArray {
    return this.reduce("sum", options);
  }

  prod(options?: ReduceOptions): NdArray {
    return this.reduce("prod", options);
  }

  mean(options?: ReduceOptions): NdArray {
    return this.reduce("mean", options);
  }

  /** NaN if one is. */
  min(options?: ReduceOptions): NdArray {
    return this.reduce("min", options);
  }

  /** NaN if one is. */
  max(options?: ReduceOptions): NdArray {
    return this.reduce("max", options);
  }

  /** Whether any is not 0. */
  any(options?: ReduceOptions): NdArray {
    return this.reduce("any", options);
  }

  all(options?: ReduceOptions): NdArray {
    return this.reduce("all", options);
  }

  /** Divided by the number of values less `ddof` (default 0). */
  var(options?: SpreadOptions): NdArray {
    return this.reduce("var", options);
  }

  std(options?: SpreadOptions): NdArray {
    return this.reduce("std", options);
  }

  /** The index of the first of the least along one axis, or in the order of all values. */
  argmin(options?: ReduceOptions): NdArray {
    return this.reduce("argmin", options);
  }

  argmax(options?: ReduceOptions): NdArray {
    return this.reduce("argmax", options);
  }

  /** The same values in another kind; fractions are cut off for integers. */
  astype(dtype: Dtype): NdArray {
    return new NdArray(astype(this.plan, checkDtype(dtype)));
  }

  /** Values below `low` become `low`, those above `high` become `high`. */
  clip(low: Operand | undefined, high?: Operand): NdArray {
    const raised = low === undefined ? this : this.maximum(low);
    return high === undefined ? raised : raised.minimum(high);
  }

  /** What the selections take, one for each axis from the first on. @throws {RangeError} if one is outside; {TypeError} if a text is no range */
  slice(...selections: readonly Selection[]): NdArray {
    return new NdArray(slice(this.plan, selections));
  }

  /** Axis `axes[i]` becomes axis i; by default all are turned round. @throws {RangeError} unless each is named once */
  transpose(axes?: readonly number[]): NdArray {
    return new NdArray(transpose(this.plan, axes));
  }

  /** The same values in the same order; one length may be -1. @throws {RangeError} if the shape does not hold as many */
  reshape(shape: Shape, chunks?: ChunkChoice): NdArray {
    return new NdArray(reshape(this.plan, shape, chunks));
  }

  /** The product of the last two axes as matrices, those before broadcast; vectors are rows on the left, columns on the right. @throws {RangeError} if inner lengths differ */
  matmul(other: NdArray): NdArray {
    return new NdArray(matmul(this.plan, other.plan));
  }

  /** In other chunks. @throws {RangeError} if they do not fit the shape */
  rechunk(chunks?: ChunkChoice): NdArray {
    return new NdArray(rechunk(this.plan, chooseChunks(this.shape, this.dtype, chunks)));
  }

  /** Calls `fn(block, at)` for each block. @throws {RangeError} if the announced chunks are not as many; a task fails with {TypeError} if a block is not as announced */
  mapBlocks(fn: MapBlockFunction, options?: MapBlocksOptions): NdArray {
    return new NdArray(mapBlocks(this.plan, fn, options));
  }

  /** Running sums along an axis. */
  cumsum(axis: number): NdArray {
    return new NdArray(cumulate("sum", this.plan, axis));
  }

  /** Running products along an axis. */
  cumprod(axis: number): NdArray {
    return new NdArray(cumulate("prod", this.plan, axis));
  }

  /** Exact, also over many chunks; a list of percents is the first axis of the result. @throws {RangeError} for percents outside 0 to 100, or of nothing */
  percentile(percents: number | readonly number[], options: PercentileOptions = {}): NdArray {
    return new NdArray(percentile(this.plan, percents, options));
  }

  median(options?: PercentileOptions): NdArray {
    return this.percentile(50, options);
  }

  /** How many values fall into bins. @throws {RangeError} for bins or limits that make no sense */
  histogram(options: HistogramOptions = {}): { readonly counts: NdArray; readonly edges: NdArray } {
    const { counts, edges } = histogram(this.plan, options);
    return { counts: new NdArray(counts), edges: new NdArray(edges) };
  }

  /** Of rows over columns. @throws {RangeError} unless there are two axes */
  covariance({ ddof = 1 }: { readonly ddof?: number } = {}): NdArray {
    return new NdArray(covariance(this.plan, ddof));
  }

  /** Of rows over columns: from -1 to 1. @throws {RangeError} unless there are two axes */
  correlation(): NdArray {
    return new NdArray(correlation(this.plan));
  }

  /** Computes the array and brings it here, as one typed array row by row. @throws {RangeError} if memory cannot suffice; what a task threw */
  compute(cluster: ComputingCluster): Promise<Block> {
    return computeArray(this.plan, cluster);
  }

  /** The same as lists of lists of numbers, or a number if there are no axes. */
  async toNested(cluster: ComputingCluster): Promise<Nested> {
    return nest(await this.compute(cluster));
  }

  /** Computes the array and leaves its blocks on the workers, for all arrays that are made of the result. */
  persist(cluster: ComputingCluster): NdArray {
    return new NdArray({ ...this.plan, parts: persistParts(cluster, this.parts) });
  }

  /** Lets go of what `persist` keeps on the workers. */
  release(): void {
    for (const { future } of this.parts) (future as { release(): void } | undefined)?.release();
  }

  /** The blocks in order, each with its place, as they are computed. */
  blocks(cluster: ComputingCluster): AsyncGenerator<PlacedBlock, void> {
    return blocksOf(this.plan, cluster);
  }

  /** What would be computed, and how. */
  explain(options?: ExplainOptions): PlanExplanation {
    return explain(this.parts, options);
  }

  /** The graph for `cluster.compute(graph, outputs)`: a block for each output. @throws {TypeError} if the array was persisted */
  toTaskGraph(options?: PlanOptions): PlannedGraph {
    return toTaskGraph(this.parts, options);
  }

  toString(): string {
    return `NdArray ${this.dtype} ${nameShape(this.shape)} in ${this.parts.length} blocks`;
  }
}

const planOrScalar = (operand: Operand): ArrayPlan | Scalar => (operand instanceof NdArray ? operand.plan : operand);
