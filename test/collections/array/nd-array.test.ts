import { describe, expect, it } from "vitest";
import type { Block } from "../../../src/collections/array/block.ts";
import { nd } from "../../../src/collections/array/nd.ts";
import type { NdArray } from "../../../src/collections/array/nd-array.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";

const cluster = new LocalCluster();
const nested = (array: NdArray) => array.toNested(cluster);

describe("nd", () => {
  it("makes arrays of typed arrays and nested lists, and copies them", async () => {
    const data = Int16Array.of(1, 2, 3, 4, 5, 6);
    const array = nd.fromTypedArray(data, { shape: [2, 3], chunks: [1, 2] });
    data.fill(0);
    expect(array.dtype).to.equal("i16");
    expect(await nested(array)).to.deep.equal([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    const lists = await nd.of([[true, false]]).compute(cluster);
    expect(lists).to.deep.equal({ dtype: "bool", shape: [1, 2], data: Uint8Array.of(1, 0) });
    expect(await nested(nd.of([1n, -2n]))).to.deep.equal([1n, -2n]);
    expect(await nested(nd.of(3))).to.equal(3);
  });

  it("refuses shapes, kinds and chunks that do not fit", () => {
    expect(() => nd.fromTypedArray(new Float64Array(5), { shape: [2, 3] })).to.throw(
      RangeError,
      "Cannot make an array of shape (2, 3): there are 5 values, must be 6",
    );
    expect(() => nd.fromTypedArray([1, 2] as never)).to.throw(TypeError, "its data is Array, must be a typed array");
    expect(() => nd.zeros([2], { dtype: "f16" as never })).to.throw(TypeError, '"f16": must be one of bool, i8');
    expect(() => nd.zeros([2, -1])).to.throw(RangeError, "shape (2, -1): sizes must be whole numbers from 0 up");
    expect(() => nd.zeros([4], { chunks: [[1, 2]] })).to.throw(
      RangeError,
      "chunks are 1, 2, must be sizes that add up to 4",
    );
    expect(() => nd.zeros([4, 4], { chunks: [2] })).to.throw(RangeError, "chunks are given for 1 axes");
    expect(() => nd.zeros([4], { chunks: 0 })).to.throw(RangeError, "chunks are of size 0");
    expect(() => nd.full([1], 300, { dtype: "u8" })).to.throw(RangeError, "300 does not fit into u8");
    expect(() => nd.of([[1, 2], [3]])).to.throw(RangeError, "lists beside each other differ in length");
    expect(() => nd.arange(0, 1, 0)).to.throw(RangeError, "the step is 0");
  });

  it("cuts by size where nobody says how: 1,000 rows in one piece, 64 MiB in several that are as square as can be", () => {
    expect(nd.zeros([1000]).chunks).to.deep.equal([[1000]]);
    const large = nd.zeros([4096, 2048]);
    expect(large.parts.length).to.be.at.least(2);
    expect(large.shape).to.deep.equal([4096, 2048]);
    expect(Math.max(...(large.chunks[0] as number[]))).to.be.at.most(2048);
  });
});

describe("random arrays", () => {
  it("have the same values in any chunks", async () => {
    for (const make of [nd.uniform, nd.normal]) {
      const whole = await make([7, 9], { seed: 5, chunks: -1 }).compute(cluster);
      for (const chunks of [1, 2, [[3, 0, 4], 5]] as const) {
        expect(await make([7, 9], { seed: 5, chunks }).compute(cluster)).to.deep.equal(whole);
      }
      expect((await make([7, 9], { seed: 6, chunks: -1 }).compute(cluster)).data).not.to.deep.equal(whole.data);
    }
  });

  it("have the mean and the deviation that were asked for", async () => {
    const uniform = nd.uniform([200, 200], { seed: 1, low: -1, high: 3 });
    expect((await nested(uniform.mean())) as number).to.be.closeTo(1, 0.02);
    expect((await nested(uniform.std())) as number).to.be.closeTo(4 / Math.sqrt(12), 0.02);
    const normal = nd.normal([200, 200], { seed: 1, mean: 10, deviation: 2 });
    expect((await nested(normal.mean())) as number).to.be.closeTo(10, 0.03);
    expect((await nested(normal.std())) as number).to.be.closeTo(2, 0.03);
    const { data } = await nd.integers([1000], { seed: 2, low: -3, high: 3 }).compute(cluster);
    expect([...new Set(data as Int32Array)].sort((a, b) => a - b)).to.deep.equal([-3, -2, -1, 0, 1, 2]);
    const { data: small } = await nd.uniform([5000], { seed: 3, dtype: "f32" }).compute(cluster);
    expect(Math.max(...(small as Float32Array))).to.be.below(1);
  });

  it("refuse seeds and limits that make no sense", () => {
    expect(() => nd.uniform([1], { seed: -1 })).to.throw(RangeError, "the seed is -1");
    expect(() => nd.uniform([1], { seed: 0, low: 2, high: 1 })).to.throw(RangeError, "limits are 2 and 1");
    expect(() => nd.normal([1], { seed: 0, dtype: "i32" })).to.throw(TypeError, "of kind i32: must be f64 or f32");
    expect(() => nd.integers([1], { seed: 0, high: 0 })).to.throw(RangeError, "limits are 0 and 0");
  });
});

describe("NdArray", () => {
  const array = nd.arange(0, 12, 1, { chunks: 5 }).reshape([3, 4]);

  it("says both shapes where they do not broadcast or multiply", () => {
    expect(() => array.add(nd.zeros([3]))).to.throw(
      RangeError,
      "Cannot add shapes (3, 4) and (3,): sizes 4 and 3 of axis -1 differ, must be equal or 1",
    );
    expect(() => array.matmul(nd.zeros([3, 4]))).to.throw(
      RangeError,
      "Cannot multiply matrices of shapes (3, 4) and (3, 4): inner lengths 4 and 3 differ, must be equal",
    );
    expect(() => nd.concatenate([array, nd.zeros([2, 3])])).to.throw(RangeError, "shapes (3, 4) and (2, 3)");
    expect(() => nd.stack([array, nd.zeros([3])])).to.throw(RangeError, "shapes (3, 4) and (3,)");
    expect(() => array.reshape([5, -1])).to.throw(RangeError, "Cannot reshape (3, 4) to (5, -1): there are 12 values");
  });

  it("refuses axes, indices and ranges that are not there", () => {
    expect(() => array.sum({ axis: 2 })).to.throw(
      RangeError,
      "along axis 2: the array has 2 axes, must be from -2 to 1",
    );
    expect(() => array.sum({ axis: [0, -2] })).to.throw(RangeError, "an axis is named twice");
    expect(() => array.transpose([0, 0])).to.throw(RangeError, "must name each of the 2 axes once");
    expect(() => array.slice(3)).to.throw(RangeError, "index 3 along axis 0: its length is 3, must be from -3 to 2");
    expect(() => array.slice(0, 0, 0)).to.throw(RangeError, "3 selections are given, must be at most 2");
    expect(() => array.slice({ step: 0 })).to.throw(RangeError, "steps of 0");
    expect(() => array.slice("a:b")).to.throw(TypeError, '"a:b": must be a range');
    expect(() => array.cumsum(5)).to.throw(RangeError, "along axis 5");
    expect(() => array.percentile(101)).to.throw(RangeError, "percentile 101: must be from 0 to 100");
  });

  it("says that there is no least or greatest of nothing", () => {
    for (const name of ["min", "max", "argmin", "argmax"] as const) {
      expect(() => nd.zeros([0, 3]).reduce(name, { axis: 0 })).to.throw(
        RangeError,
        `Cannot take the ${name} of nothing: shape (0, 3) has no values along the axes`,
      );
      expect(nd.zeros([0, 3]).reduce(name, { axis: 1 }).shape).to.deep.equal([0]);
    }
    expect(() => nd.zeros([0]).median()).to.throw(RangeError, "of nothing");
  });

  it("refuses kinds that an operation does not suit", async () => {
    const bits = array.greater(3);
    expect(() => bits.subtract(bits)).to.throw(TypeError, "Cannot subtract numbers of kind bool");
    expect(() => bits.negative()).to.throw(TypeError, "Cannot negative numbers of kind bool");
    expect(() => array.and(1)).to.throw(TypeError, "Cannot and numbers of kind f64");
    expect(() => array.astype("u8").add(256)).to.throw(RangeError, "Cannot add: 256 does not fit into u8");
    const failed = array.astype("i32").power(-1).compute(cluster);
    expect(await failed.catch((error: Error) => error.message)).to.contain("to the power -1: it is negative");
  });

  it("divides integers by 0 to 0, and floats as JavaScript does", async () => {
    const whole = nd.of([7, -7, 0], { dtype: "i32" });
    expect(await nested(whole.floorDivide(0))).to.deep.equal([0, 0, 0]);
    expect(await nested(whole.mod(0))).to.deep.equal([0, 0, 0]);
    expect(await nested(whole.divide(0))).to.deep.equal([Infinity, -Infinity, Number.NaN]);
    expect(await nested(nd.of([7n, -7n]).floorDivide(2n))).to.deep.equal([3n, -4n]);
    expect(await nested(nd.of([7n, -7n]).mod(-2n))).to.deep.equal([-1n, -1n]);
  });

  it("calls functions on blocks, which hear where they are", async () => {
    const mapped = nd
      .zeros([5], { chunks: 2 })
      .mapBlocks(({ data }: Block, { starts, place }: { starts: readonly number[]; place: readonly number[] }) =>
        (data as Float64Array).map((_, i) => (starts[0] as number) * 10 + (place[0] as number) + i),
      );
    expect(await nested(mapped)).to.deep.equal([0, 1, 21, 22, 42]);
    const sizes = nd.zeros([5], { chunks: 2 }).mapBlocks(async ({ data }: Block) => Int32Array.of(data.length), {
      dtype: "i32",
      chunks: [[1, 1, 1]],
    });
    expect(await nested(sizes)).to.deep.equal([2, 2, 1]);
  });

  it("refuses blocks that are not as announced", async () => {
    const halves = nd.zeros([4], { chunks: 2 }).mapBlocks(({ data }: Block) => data.slice(1) as Float64Array);
    const error = await halves.compute(cluster).catch((reason: Error) => reason);
    expect((error as Error).message).to.equal(
      "Cannot use what the function made of block (0,): 1 values of kind f64, shape (2,), must be of kind f64, shape (2,)",
    );
    const other = nd.zeros([4]).mapBlocks((() => "text") as never);
    expect(await other.compute(cluster).catch((reason: Error) => reason.message)).to.contain("no block, must be");
    expect(() => nd.zeros([4]).mapBlocks((block: Block) => block, { chunks: [[2, 2]] })).to.throw(
      RangeError,
      "(2,) chunks",
    );
  });

  it("gives its blocks one by one, each with its place", async () => {
    const places: unknown[] = [];
    for await (const { place, starts, shape } of array.rechunk([2, 3]).blocks(cluster))
      places.push([place, starts, shape]);
    expect(places).to.deep.equal([
      [
        [0, 0],
        [0, 0],
        [2, 3],
      ],
      [
        [0, 1],
        [0, 3],
        [2, 1],
      ],
      [
        [1, 0],
        [2, 0],
        [1, 3],
      ],
      [
        [1, 1],
        [2, 3],
        [1, 1],
      ],
    ]);
  });

  it("is computed once when it is persisted", async () => {
    const persisted = array.add(1).persist(cluster);
    await nested(persisted);
    const before = cluster.tasks;
    expect(await nested(persisted.sum())).to.equal(78);
    expect(cluster.tasks - before, "three blocks reduced, and the last step").to.equal(4);
    persisted.release();
  });

  it("computes only the chunks that a slice meets, and explains so", async () => {
    const part = nd.uniform([100, 100], { seed: 0, chunks: 10 }).sqrt().slice("5:7", 3);
    const plan = part.explain();
    expect(plan.tasks).to.equal(1);
    expect(String(plan)).to.contain("random uniform+sqrt+slice");
    expect(array.toString()).to.equal("NdArray f64 (3, 4) in 3 blocks");
  });

  it("takes no task for what changes nothing", () => {
    expect(array.astype("f64").parts).to.equal(array.parts);
    expect(array.slice(":").parts).to.deep.equal(array.parts);
    expect(array.rechunk(array.chunks as never).parts).to.equal(array.parts);
  });

  it("draws a graph for a cluster", () => {
    const { graph, outputs } = array.sum().toTaskGraph();
    expect(outputs).to.have.length(1);
    expect(graph.count).to.be.above(3);
  });
});
