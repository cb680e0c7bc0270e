// Graphs of any shape, with costs of all magnitudes, and what their tasks compute.
import { seededRandom } from "../../../src/base/random.ts";
import type { PaperGraph } from "../../../src/lab/graphs/paper-graph.ts";

export function randomGraph(seed: number): PaperGraph {
  const random = seededRandom(seed);
  const count = 1 + random.below(80);
  const reach = 1 + random.below(40);
  const inputs: number[] = [];
  const inputOffsets = new Int32Array(count + 1);
  const kindOf = new Uint8Array(count);
  const milliseconds = new Float64Array(count);
  const bytes = new Float64Array(count);
  for (let task = 0; task < count; task++) {
    const most = Math.min(task, random.below(3) === 0 ? 0 : random.below(9));
    for (let i = 0; i < most; i++) inputs.push(task - 1 - random.below(Math.min(task, reach)));
    inputOffsets[task + 1] = inputs.length;
    kindOf[task] = random.below(3);
    milliseconds[task] = random.below(4) === 0 ? random.below(50) : random.below(100) / 100;
    bytes[task] = random.below(4) === 0 ? random.below(100_000_000) : random.below(1000);
  }
  const kinds = ["make", "join", "sum"];
  return { name: `random-${seed}`, kinds, kindOf, inputOffsets, inputs: Int32Array.from(inputs), milliseconds, bytes };
}

/** A number that tells which tasks were computed from what, and in which order inputs stood. */
export function hashOf(task: number, inputs: readonly unknown[]): number {
  let hash = Math.imul(task + 1, 0x9e3779b1);
  for (const input of inputs) hash = Math.imul(hash ^ (input as number), 0x85ebca6b) + 0x6d2b79f5;
  return hash >>> 0;
}

/** The hash of every task, one after the other. */
export function sequentialHashes({ kindOf, inputOffsets, inputs }: PaperGraph): readonly number[] {
  const hashes: number[] = [];
  for (let task = 0; task < kindOf.length; task++) {
    const taken = inputs.subarray(inputOffsets[task], inputOffsets[task + 1]);
    hashes.push(
      hashOf(
        task,
        Array.from(taken, (input) => hashes[input]),
      ),
    );
  }
  return hashes;
}
