// vectorizer: reviews hashed into a sparse matrix, in batches that have nothing to do with each other.
import { Drawing } from "../drawing.ts";
import type { PaperGraph } from "../paper-graph.ts";

const BYTES_PER_ROW = 3152;
const ROW_MS = 0.4527;

/** Batches hold as many whole rows as `partitions` go into `rows`; what remains is a batch of its own. */
export function drawVectorizer(name: string, rows: number, partitions: number): PaperGraph {
  const drawing = new Drawing();
  const batch = Math.max(1, Math.floor(rows / partitions));
  const costOf = (count: number) => ({ milliseconds: ROW_MS * count, bytes: BYTES_PER_ROW * count });
  const hash = drawing.kind("hash-transform", costOf(batch));
  for (let at = 0; at < rows; at += batch) hash([], costOf(Math.min(batch, rows - at)));
  return drawing.done(name);
}
