// The functions that tasks of collections call, by name. Workers import this as one module: it knows no host, and
// whatever a name here means it means for as long as graphs are drawn with it.

export { assembleBlock } from "./array/assemble.ts";
export { fullBlock, givenBlock, sequenceBlock } from "./array/create.ts";
export { cumulateBlock } from "./array/cumulate.ts";
export { binaryBlocks, unaryBlock, whereBlocks } from "./array/elementwise-blocks.ts";
export { binEdges, countBins } from "./array/histogram.ts";
export { mapBlock } from "./array/map-blocks.ts";
export { addBlocks, multiplyBlocks } from "./array/multiply-blocks.ts";
export { numberOf } from "./array/number-of.ts";
export {
  boundRanks,
  finishPercentiles,
  percentilesAlong,
  pickRanks,
  sampleSorted,
  sortBlock,
} from "./array/percentile-blocks.ts";
export { randomBlock } from "./array/random.ts";
export { finishReduced, mergeReduced, reduceBlock } from "./array/reduce-blocks.ts";
export { reshapeBlocks } from "./array/reshape.ts";
export { sliceBlock } from "./array/slice-block.ts";
export { transposeBlock } from "./array/transpose.ts";
export { combineFolds, combinePairs, foldItems, foldPairs, pairWithKeys } from "./bag/fold.ts";
export { addCounts, countItems } from "./bag/frequencies.ts";
export { givenItems, makeItems } from "./bag/from-items.ts";
export { firstItemsOfKeys, firstPairs, groupPairs, joinPairs } from "./bag/group-by.ts";
export { pairItems, zipItems } from "./bag/pairs.ts";
export { filterItems, flatMapItems, mapItemLists, mapItems } from "./bag/per-item.ts";
export { pluckItems } from "./bag/pluck.ts";
export { cutItems, joinItems } from "./bag/repartition.ts";
export { addLength, chooseItems, sampleItems } from "./bag/sample.ts";
export { pickPairs, splitPairs } from "./bag/shuffle.ts";
export { finishSummary, mergeSummaries, sumUpItems } from "./bag/statistics.ts";
export { headItems } from "./bag/take.ts";
export { tabulateItems } from "./bag/to-frame.ts";
export { pickTop } from "./bag/top-items.ts";
export { assignByExpressions, assignByFunction } from "./frame/assign.ts";
export { standStatistics } from "./frame/describe.ts";
export { firstOfKeys } from "./frame/distinct.ts";
export { filterByExpression, filterByFunction } from "./frame/filter.ts";
export { sameTable } from "./frame/from-columns.ts";
export { finishGroups, groupPartition, mergeGroups, pickGroups, splitGroups } from "./frame/group-kernels.ts";
export { addNumbers, firstRows, rowsIn } from "./frame/head.ts";
export { joinTables } from "./frame/join-kernel.ts";
export { heavyKeys, keySketch, splitForJoin } from "./frame/join-skew.ts";
export { mapPartition } from "./frame/map-partitions.ts";
export { concatParts, cutPart } from "./frame/repartition.ts";
export { fillStretches } from "./frame/resample.ts";
export { lastRows, rollPartition } from "./frame/rolling.ts";
export { samplePartition } from "./frame/sample.ts";
export { addCells } from "./frame/scalar.ts";
export { chooseColumns } from "./frame/select.ts";
export { pickPiece, splitByKeys } from "./frame/shuffle.ts";
export { sortPieces, sortSample, sortSplitters, splitByRange } from "./frame/sort.ts";
export { runChain } from "./plan/run-chain.ts";
