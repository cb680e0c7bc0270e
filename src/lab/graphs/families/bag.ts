// bag: records of people are filtered, multiplied with themselves (every partition with every other), filtered again,
// and the lengths of names summed.
import { Drawing } from "../drawing.ts";
import type { PaperGraph } from "../paper-graph.ts";
import { drawEach, reduceTree } from "../reduce-tree.ts";

export const BYTES_PER_RECORD = 1.38 * 1024;
/** To look at one pair of the product: 300 s for 25,000 records squared. */
export const PAIR_MS = 4.75e-4;
const NUMBER = { milliseconds: 0.03, bytes: 28 };

export function drawBag(name: string, records: number, partitions: number): PaperGraph {
  const drawing = new Drawing();
  const each = records / partitions;
  const make = drawing.kind("make-filter", { milliseconds: 0.05 * each, bytes: BYTES_PER_RECORD * each });
  const people = drawing.alias("alias-filter");
  const product = drawing.kind("product-filter-sum", { milliseconds: 0.03 + PAIR_MS * each ** 2, bytes: NUMBER.bytes });
  const part = drawing.alias("alias-sum-part");
  const sum = drawing.kind("sum-aggregate", NUMBER);

  const made = drawEach(partitions, () => make([]));
  const parts = made.map((task) => people(task));
  const sums: number[] = [];
  for (const left of parts) {
    for (const right of parts) sums.push(part(product(left === right ? [left] : [left, right])));
  }
  reduceTree(sums, 8, sum, sum);
  return drawing.done(name);
}
