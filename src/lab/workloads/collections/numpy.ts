// numpy of the paper, written as people write it with arrays.
import { nd } from "../../../collections/array/nd.ts";
import { numberPart } from "../../../collections/array/number-of.ts";
import { randomBlock } from "../../../collections/array/random.ts";
import type { LazyPart } from "../../../collections/plan/lazy-part.ts";
import { toTaskGraph } from "../../../collections/plan/task-graph.ts";
import type { NumpyOptions } from "../numpy.ts";
import type { Workload } from "../workload.ts";
import { checkWhole, FRACTION_TOLERANCE } from "../workload.ts";

export function numpyOfArrays(options: NumpyOptions): Workload {
  const { graph } = toTaskGraph([numpyPart(options)]);
  return { graph, expected: () => expectedOf(options), tolerance: FRACTION_TOLERANCE };
}

/** The means of every other row of the right half of x + its transpose, summed. */
export function numpyPart({ size, chunks, seed = 0 }: NumpyOptions): LazyPart {
  checkWhole("half the number of chunks", chunks / 2);
  checkWhole("size / chunks", size / chunks);
  const x = nd.uniform([size, size], { seed, chunks: size / chunks });
  const sum = x
    .add(x.transpose())
    .slice("::2", `${size / 2}:`)
    .mean({ axis: 1, splitEvery: 4 })
    .sum({ splitEvery: 4 });
  return numberPart(sum.plan);
}

/** Over the matrix in one piece. */
function expectedOf({ size, seed = 0 }: NumpyOptions): number {
  const shape = [size, size];
  const spec = { distribution: "uniform", dtype: "f64", shape, whole: shape, starts: [0, 0], low: 0, high: 1 } as const;
  const matrix = randomBlock({ ...spec, seed }).data as Float64Array;
  let total = 0;
  for (let row = 0; row < size; row += 2) {
    let sum = 0;
    for (let column = size / 2; column < size; column++) {
      sum += (matrix[row * size + column] as number) + (matrix[column * size + row] as number);
    }
    total += sum / (size / 2);
  }
  return total;
}
