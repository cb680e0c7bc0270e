// The programs of the paper's benchmark set as real computations.
import { bag } from "./bag.ts";
import { groupby } from "./groupby.ts";
import { join } from "./join.ts";
import { merge, mergeSlow } from "./merge.ts";
import { numpy } from "./numpy.ts";
import { tree } from "./tree.ts";
import { vectorizer } from "./vectorizer.ts";
import { wordbag } from "./wordbag.ts";

/**
 * Programs of the paper on data that is made here, or on texts of the caller's, at any size. Each returns a graph for
 * `cluster.compute`, whose only sink is a number, and what that number must be. All but `vectorizer` and `wordbag` have
 * the shape of Table I, task for task.
 *
 *     const { graph, expected } = workloads.numpy({ size: 1000, chunks: 10 });
 *     const [sum] = cluster.compute(graph);
 *     console.log(await sum.result(), expected());
 *
 * @throws {RangeError} if sizes do not fit each other
 */
export const workloads = { merge, mergeSlow, tree, numpy, bag, groupby, join, vectorizer, wordbag } as const;
