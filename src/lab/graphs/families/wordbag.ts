// wordbag: reviews normalized, spelled right by the words that are frequent, and made into bags of words. The paper's
// client waits for all token frequencies before it submits any correction, and for all dictionaries before any
// extraction; a graph cannot say that, so here each partition goes its own way.
import { Drawing } from "../drawing.ts";
import type { PaperGraph } from "../paper-graph.ts";

/** Of all kinds together, per review. The paper gives totals alone; the shares below are ours. */
const REVIEW = { milliseconds: 0.7525, bytes: 13_148 };

export function drawWordbag(name: string, reviews: number, partitions: number): PaperGraph {
  const drawing = new Drawing();
  const each = reviews / partitions;
  const share = (time: number, size: number) => ({
    milliseconds: REVIEW.milliseconds * each * time,
    bytes: REVIEW.bytes * each * size,
  });
  const normalize = drawing.kind("normalize", share(0.25, 0.35));
  const tokens = drawing.kind("token-frequencies", share(0.1, 0.01));
  const correct = drawing.kind("correct", share(0.35, 0.35));
  const dictionary = drawing.kind("dictionary-frequencies", share(0.1, 0.01));
  const extract = drawing.kind("extract", share(0.2, 0.28));
  for (let i = 0; i < partitions; i++) {
    const text = normalize([]);
    tokens([text]);
    const corrected = correct([text]);
    dictionary([corrected]);
    extract([corrected]);
  }
  return drawing.done(name);
}
