// The programs numpy and bag as collections draw them, at the costs of the graphs that Dask draws of them.

import { bagPart } from "../../workloads/collections/bag.ts";
import { groupbyPart } from "../../workloads/collections/groupby.ts";
import { joinPart } from "../../workloads/collections/join.ts";
import { numpyPart } from "../../workloads/collections/numpy.ts";
import type { PaperGraph } from "../paper-graph.ts";
import { graphOfParts } from "../plan-graph.ts";
import { BYTES_PER_RECORD, PAIR_MS } from "./bag.ts";
import { BYTES_PER_ROW, GROUP_MS, GROUPS_BYTES, MAKE_MS, RESAMPLE_MS } from "./groupby.ts";
import { ADD_MS, RANDOM_MS } from "./numpy.ts";

const BYTES_PER_NUMBER = 8;
const NUMBER = { milliseconds: 0.03, bytes: 28 };

export function drawArrayNumpy(name: string, size: number, chunks: number): PaperGraph {
  return graphOfParts(name, [numpyPart({ size, chunks })], (kind, bytes = 0, inputBytes) => {
    const made = kind.startsWith("random") ? RANDOM_MS.chunk + (RANDOM_MS.number * bytes) / BYTES_PER_NUMBER : 0;
    return { milliseconds: made + 0.05 + (ADD_MS.number * inputBytes) / (2 * BYTES_PER_NUMBER), bytes: bytes + 96 };
  });
}

export function drawBagOfPeople(name: string, records: number, partitions: number): PaperGraph {
  const each = records / partitions;
  return graphOfParts(name, [bagPart({ records, partitions })], (kind) => {
    if (kind.startsWith("from items")) return { milliseconds: 0.05 * each, bytes: BYTES_PER_RECORD * each };
    return kind.startsWith("product") ? { ...NUMBER, milliseconds: 0.03 + PAIR_MS * each ** 2 } : NUMBER;
  });
}

/** By their kinds what Dask's take: made and grouped at once where they are fused; pieces of shuffles weigh their share. */
export function drawFramesGroupby(name: string, partitions: number, rows: number): PaperGraph {
  const time = ({ partition, row }: typeof MAKE_MS): number => partition + row * rows;
  return graphOfParts(name, [groupbyPart({ partitions, rows })], (kind) => {
    if (kind.endsWith("make-timeseries")) return { milliseconds: time(MAKE_MS), bytes: BYTES_PER_ROW * rows };
    if (kind === "group") return { milliseconds: time(GROUP_MS), bytes: GROUPS_BYTES };
    if (kind.startsWith("filter")) return { milliseconds: time(RESAMPLE_MS), bytes: 16 * rows };
    return kind.startsWith("group-combine") ? { milliseconds: 0.8, bytes: GROUPS_BYTES } : NUMBER;
  });
}

export function drawFramesJoin(name: string, partitions: number, rows: number): PaperGraph {
  const bytes = BYTES_PER_PAIR_ROW * rows;
  const pairs = rows ** 2 / DIFFERENT_IDS;
  return graphOfParts(name, [joinPart({ partitions, rows })], (kind) => {
    if (kind.endsWith("make-timeseries")) return { milliseconds: 10, bytes };
    if (kind.startsWith("split")) return { milliseconds: 4, bytes };
    if (kind.startsWith("pick")) return { milliseconds: 0.5, bytes: bytes / partitions };
    return kind.startsWith("join") ? { milliseconds: 15 + PAIR_MS_OF_JOIN * pairs, bytes: NUMBER.bytes } : NUMBER;
  });
}

const BYTES_PER_PAIR_ROW = 32;
const PAIR_MS_OF_JOIN = 1e-4;
/** Ids are Poisson's of mean 100: about so many share the rows. */
const DIFFERENT_IDS = 35;
