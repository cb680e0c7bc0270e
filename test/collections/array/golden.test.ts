// What NumPy gives (test/fixtures/collections/make-array-golden.py), in several chunkings.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Block } from "../../../src/collections/array/block.ts";
import type { Dtype } from "../../../src/collections/array/dtype.ts";
import { makeData } from "../../../src/collections/array/dtype.ts";
import { nd } from "../../../src/collections/array/nd.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";
import { golden } from "./golden-cases.ts";

interface GoldenArray {
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  readonly data: readonly (number | string)[];
}

interface Golden {
  readonly arrays: Readonly<Record<string, GoldenArray>>;
  /** Cases in which our kinds of numbers are NumPy's too. */
  readonly sameKind: readonly string[];
  readonly cases: Readonly<Record<string, GoldenArray>>;
}

const file = new URL("../../fixtures/collections/array-golden.json", import.meta.url);
const { arrays, sameKind, cases } = JSON.parse(readFileSync(file, "utf8")) as Golden;
const cluster = new LocalCluster();

describe.each([
  { chunks: undefined, name: "one chunk" },
  { chunks: 2, name: "chunks of two" },
])("arrays in $name give what NumPy gives", ({ chunks }) => {
  const inputOf = (name: string) => {
    const { dtype, shape, data } = arrays[name] as GoldenArray;
    return nd.fromTypedArray(toData(dtype, data), { dtype, shape, chunks: chunks ?? -1 });
  };
  const byOperation = new Map<string, string[]>();
  for (const name of Object.keys(cases)) {
    const operation = name.split(" ", 1)[0] as string;
    byOperation.set(operation, [...(byOperation.get(operation) ?? []), name]);
  }

  it.each([...byOperation])("%s", async (_, names) => {
    for (const name of names) {
      const result = await golden(name, inputOf, chunks).compute(cluster);
      expectSame(name, result, cases[name] as GoldenArray);
    }
  });
});

function toData(dtype: Dtype, values: readonly (number | string)[]) {
  const data = makeData(dtype, values.length);
  values.forEach((value, i) => {
    data[i] = (dtype === "i64" ? BigInt(value) : Number(value)) as never;
  });
  return data;
}

function expectSame(name: string, { dtype, shape, data }: Block, expected: GoldenArray): void {
  expect(shape, name).to.deep.equal(expected.shape);
  if (sameKind.includes(name)) expect(dtype, name).to.equal(expected.dtype);
  expect(data.length, name).to.equal(expected.data.length);
  const tolerance = expected.dtype === "f32" || dtype === "f32" ? 2e-6 : 1e-12;
  const wrong = expected.data.findIndex((wanted, i) => {
    const value = data[i] as number | bigint;
    return typeof value === "bigint" ? value !== BigInt(wanted) : !isNear(value, Number(wanted), tolerance);
  });
  expect(wrong, `${name}: ${data[wrong]} at ${wrong}, NumPy ${expected.data[wrong]}`).to.equal(-1);
}

function isNear(value: number, wanted: number, tolerance: number): boolean {
  if (Object.is(value, wanted)) return true;
  if (!Number.isFinite(wanted) || wanted === 0) return wanted === 0 && value !== 0 && Math.abs(value) < tolerance;
  return Math.abs(value - wanted) <= tolerance * Math.max(1, Math.abs(wanted));
}
