// The families of graphs, by the names that the paper gives them: "numpy-50K-100" is a 50,000 x 50,000 matrix in
// 100 x 100 chunks. Any numbers will do, not only those of Table I. "numpy_collections-50K-100" is the same program as the
// arrays of weftwork/collections draw it.
import { drawBag } from "./families/bag.ts";
import { drawArrayNumpy, drawBagOfPeople, drawFramesGroupby, drawFramesJoin } from "./families/collections.ts";
import { drawGroupby } from "./families/groupby.ts";
import { drawJoin } from "./families/join.ts";
import { drawMerge } from "./families/merge.ts";
import { drawNumpy } from "./families/numpy.ts";
import { drawTree } from "./families/tree.ts";
import { drawVectorizer } from "./families/vectorizer.ts";
import { drawWordbag } from "./families/wordbag.ts";
import { drawXarray } from "./families/xarray.ts";
import type { PaperGraph } from "./paper-graph.ts";

/** The graph of that name, with the costs of its family; undefined if no family has such names. */
export function drawByName(name: string): PaperGraph | undefined {
  const [family = "", ...parts] = name.split("-");
  const known = Object.hasOwn(FAMILIES, family) ? FAMILIES[family] : undefined;
  if (known?.parts.length !== parts.length) return undefined;
  const numbers = parts.map((part, i) => known.parts[i]?.(part) ?? 0);
  if (!numbers.every((number) => number > 0)) return undefined;
  const [a = 0, b = 0, c = 0] = numbers;
  return known.draw(name, [a, b, c]);
}

/** Reads a number of a name; 0 if it is none. */
type Part = (text: string) => number;

interface Family {
  /** The numbers in its names. */
  readonly parts: readonly Part[];
  draw(name: string, numbers: readonly [number, number, number]): PaperGraph;
}

const SUFFIXES: Readonly<Record<string, number>> = { "": 1, K: 1000, M: 1_000_000 };
/** Units of time as pandas writes them, in seconds. */
const UNITS: Readonly<Record<string, number>> = { s: 1, S: 1, T: 60, H: 3600 };
const DAY = 24 * 3600;

const count: Part = (text) => {
  const [, digits, suffix = ""] = /^(\d{1,9})([KM]?)$/.exec(text) ?? [];
  return digits === undefined ? 0 : Number(digits) * (SUFFIXES[suffix] as number);
};

const seconds: Part = (text) => (/^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : 0);

const span: Part = (text) => {
  const [, digits, unit = ""] = /^(\d{1,6})([sSTH])$/.exec(text) ?? [];
  return digits === undefined ? 0 : Number(digits) * (UNITS[unit] as number);
};

const FAMILIES: Readonly<Record<string, Family>> = {
  merge: { parts: [count], draw: (name, [tasks]) => drawMerge(name, tasks) },
  merge_slow: { parts: [count, seconds], draw: (name, [tasks, sleep]) => drawMerge(name, tasks, sleep) },
  tree: { parts: [count], draw: (name, [exponent]) => drawTree(name, exponent) },
  xarray: { parts: [count], draw: (name, [chunk]) => drawXarray(name, chunk) },
  bag: { parts: [count, count], draw: (name, [records, partitions]) => drawBag(name, records, partitions) },
  numpy: { parts: [count, count], draw: (name, [size, chunks]) => drawNumpy(name, size, chunks) },
  bag_collections: { parts: [count, count], draw: (name, [records, cuts]) => drawBagOfPeople(name, records, cuts) },
  numpy_collections: { parts: [count, count], draw: (name, [size, chunks]) => drawArrayNumpy(name, size, chunks) },
  groupby: {
    parts: [count, span, span],
    draw: (name, [days, step, length]) => drawGroupby(name, Math.ceil((days * DAY) / length), length / step),
  },
  join: {
    parts: [count, span, span],
    draw: (name, [days, step, length]) => drawJoin(name, Math.ceil((days * DAY) / length), length / step),
  },
  groupby_collections: {
    parts: [count, span, span],
    draw: (name, [days, step, length]) => drawFramesGroupby(name, Math.ceil((days * DAY) / length), length / step),
  },
  join_collections: {
    parts: [count, span, span],
    draw: (name, [days, step, length]) => drawFramesJoin(name, Math.ceil((days * DAY) / length), length / step),
  },
  vectorizer: { parts: [count, count], draw: (name, [rows, batches]) => drawVectorizer(name, rows, batches) },
  wordbag: { parts: [count, count], draw: (name, [reviews, partitions]) => drawWordbag(name, reviews, partitions) },
};
