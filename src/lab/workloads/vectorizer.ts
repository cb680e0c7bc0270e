// vectorizer: tokens of texts hashed into columns of a sparse matrix, batch by batch. The batches have nothing to do with
// each other; one more task adds up a checksum of all of them.
import { drawVectorizer } from "../graphs/families/vectorizer.ts";
import { realGraph } from "./real-graph.ts";
import type { Workload } from "./workload.ts";
import { checkWhole } from "./workload.ts";

export interface VectorizerOptions {
  readonly texts: readonly string[];
  /** Batches hold as many whole texts as `partitions` go into all; what remains is a batch of its own. */
  readonly partitions: number;
}

/** Columns of the matrix. */
const COLUMNS = 2 ** 18;

export function vectorizer({ texts, partitions }: VectorizerOptions): Workload {
  checkWhole("partitions", partitions);
  checkWhole("texts / partitions, rounded down", Math.floor(texts.length / partitions));
  const size = Math.floor(texts.length / partitions);
  const graph = realGraph(drawVectorizer("vectorizer", texts.length, partitions), {
    "hash-transform": {
      fn: hashTexts,
      argument: (n) => ({ texts: texts.slice(n * size, (n + 1) * size), columns: COLUMNS }),
    },
  });
  const batches = Array.from({ length: graph.count }, (_, task) => task);
  graph.callList(graph.define(checksum), batches);
  return { graph, expected: () => sumSequentially(texts), tolerance: 0 };
}

/** Rows one after another: row i has `columns[offsets[i] .. offsets[i + 1])`, each as often as `counts` says. */
interface SparseMatrix {
  readonly offsets: Int32Array;
  readonly columns: Int32Array;
  readonly counts: Int32Array;
}

/** Tokens are hashed by FNV-1a over their UTF-16 units. */
function hashTexts({ texts, columns }: { texts: readonly string[]; columns: number }): SparseMatrix {
  const offsets = new Int32Array(texts.length + 1);
  const found: number[] = [];
  const counts: number[] = [];
  texts.forEach((text, row) => {
    const bag = new Map<number, number>();
    for (const token of text.toLowerCase().match(/[a-z0-9']+/g) ?? []) {
      let hash = 0x811c9dc5;
      for (let i = 0; i < token.length; i++) hash = Math.imul(hash ^ token.charCodeAt(i), 0x01000193);
      const column = (hash >>> 0) % columns;
      bag.set(column, (bag.get(column) ?? 0) + 1);
    }
    found.push(...bag.keys());
    counts.push(...bag.values());
    offsets[row + 1] = found.length;
  });
  return { offsets, columns: Int32Array.from(found), counts: Int32Array.from(counts) };
}

/** Sum of (row + 1) * column * count, over the rows of all matrices, modulo 2^32. */
function checksum(matrices: readonly SparseMatrix[]): number {
  let sum = 0;
  let row = 0;
  for (const { offsets, columns, counts } of matrices) {
    for (let i = 0; i + 1 < offsets.length; i++) {
      row++;
      for (let at = offsets[i] as number; at < (offsets[i + 1] as number); at++) {
        sum = (sum + Math.imul(row, Math.imul(columns[at] as number, counts[at] as number))) >>> 0;
      }
    }
  }
  return sum;
}

/** Token by token, without bags or matrices; the hash written another way. */
function sumSequentially(texts: readonly string[]): number {
  let sum = 0n;
  texts.forEach((text, row) => {
    for (const [token] of text.toLowerCase().matchAll(/[a-z0-9']+/g)) {
      let hash = 0x811c9dc5n;
      for (const unit of token) hash = BigInt.asUintN(32, (hash ^ BigInt(unit.charCodeAt(0))) * 0x01000193n);
      sum += BigInt(row + 1) * (hash % BigInt(COLUMNS));
    }
  });
  return Number(BigInt.asUintN(32, sum));
}
