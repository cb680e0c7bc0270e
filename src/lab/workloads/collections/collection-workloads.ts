// The programs of the paper's benchmark set as collections draw them.
import { bagOfPeople } from "./bag.ts";
import { groupbyOfFrames } from "./groupby.ts";
import { joinOfFrames } from "./join.ts";
import { numpyOfArrays } from "./numpy.ts";

/**
 * Programs of the paper through `weftwork/collections`, with the same options and values as those of `workloads`; their
 * graphs are what the collections make of them, fused and culled. Workers import the kernels that lie beside this module.
 *
 * @throws {RangeError} if sizes do not fit each other
 */
export const collectionWorkloads = {
  ...{ numpy: numpyOfArrays, bag: bagOfPeople },
  ...{ groupby: groupbyOfFrames, join: joinOfFrames },
} as const;
