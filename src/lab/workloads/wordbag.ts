// wordbag: texts become words, rare words are spelled as a frequent one that differs by a letter too many, and each text
// becomes a bag of words, weighted by how rare they are. Where the paper's client gathers the frequencies of all
// partitions before it goes on, there is a task here that merges them; one more adds up all weights.
import { TaskGraph } from "../../graph/task-graph.ts";
import type { Workload } from "./workload.ts";
import { checkWhole, FRACTION_TOLERANCE } from "./workload.ts";

export interface WordbagOptions {
  readonly texts: readonly string[];
  readonly partitions: number;
}

export function wordbag({ texts, partitions }: WordbagOptions): Workload {
  checkWhole("partitions", partitions);
  checkWhole("number of texts", texts.length);
  const graph = new TaskGraph();
  const [normalize, count, merge] = [graph.define(wordsOf), graph.define(frequenciesOf), graph.define(addFrequencies)];
  const [correct, extract, total] = [graph.define(correctWords), graph.define(weigh), graph.define(sumOfWeights)];
  const size = Math.ceil(texts.length / partitions);
  const slices = Array.from({ length: partitions }, (_, i) => texts.slice(i * size, (i + 1) * size));

  const words = slices.map((slice) => graph.callValue(normalize, slice));
  const tokens = graph.callList(
    merge,
    words.map((task) => graph.call(count, [task])),
  );
  const corrected = words.map((task) => graph.call(correct, [task, tokens]));
  const dictionary = graph.callList(
    merge,
    corrected.map((task) => graph.call(count, [task])),
  );
  const bags = corrected.map((task) => graph.call(extract, [task, dictionary]));
  graph.callList(total, bags);
  return { graph, expected: () => sumSequentially(texts), tolerance: FRACTION_TOLERANCE };
}

/** The words of each text. */
type Words = readonly (readonly string[])[];

/** In how many texts each word stands, and how many texts there are. */
interface Frequencies {
  readonly texts: number;
  readonly byWord: ReadonlyMap<string, number>;
}

const wordsOf = (texts: readonly string[]): Words => texts.map((text) => text.toLowerCase().match(/[a-z]+/g) ?? []);

function frequenciesOf(words: Words): Frequencies {
  const byWord = new Map<string, number>();
  for (const text of words) for (const word of new Set(text)) byWord.set(word, (byWord.get(word) ?? 0) + 1);
  return { texts: words.length, byWord };
}

function addFrequencies(parts: readonly Frequencies[]): Frequencies {
  const byWord = new Map<string, number>();
  let texts = 0;
  for (const part of parts) {
    texts += part.texts;
    for (const [word, count] of part.byWord) byWord.set(word, (byWord.get(word) ?? 0) + count);
  }
  return { texts, byWord };
}

/** A word of one text only gives way to the most frequent of the words that it becomes without one of its letters. */
function correctWords(words: Words, { byWord }: Frequencies): Words {
  const correct = (word: string): string => {
    if (byWord.get(word) !== 1) return word;
    let best = word;
    for (let i = 0; i < word.length; i++) {
      const shorter = word.slice(0, i) + word.slice(i + 1);
      if ((byWord.get(shorter) ?? 0) > (byWord.get(best) as number)) best = shorter;
    }
    return best;
  };
  return words.map((text) => text.map(correct));
}

/** Per text, the weight of each of its words: how often it stands there, times the logarithm of how rare it is. */
function weigh(words: Words, { texts, byWord }: Frequencies): ReadonlyMap<string, number>[] {
  return words.map((text) => {
    const weights = new Map<string, number>();
    for (const word of text) {
      weights.set(word, (weights.get(word) ?? 0) + Math.log(texts / (byWord.get(word) as number)));
    }
    return weights;
  });
}

function sumOfWeights(parts: readonly (readonly ReadonlyMap<string, number>[])[]): number {
  let sum = 0;
  for (const bags of parts) for (const bag of bags) for (const weight of bag.values()) sum += weight;
  return sum;
}

/** By word instead of by text: a word that stands n times, in m of all texts, adds n * log(texts / m). */
function sumSequentially(texts: readonly string[]): number {
  const split = texts.map((text) =>
    text
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word !== ""),
  );
  const places = new Map<string, Set<number>>();
  split.forEach((words, text) => {
    for (const word of words) places.set(word, (places.get(word) ?? new Set()).add(text));
  });
  const spelled = new Map<string, string>();
  for (const [word, { size }] of places) {
    const shorter = Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1));
    const known = shorter.filter((candidate) => (places.get(candidate)?.size ?? 0) > 1);
    known.sort((a, b) => (places.get(b) as Set<number>).size - (places.get(a) as Set<number>).size);
    spelled.set(word, size === 1 ? (known[0] ?? word) : word);
  }
  const counts = new Map<string, number>();
  const textsOf = new Map<string, Set<number>>();
  split.forEach((words, text) => {
    for (const word of words.map((found) => spelled.get(found) as string)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      textsOf.set(word, (textsOf.get(word) ?? new Set()).add(text));
    }
  });
  let sum = 0;
  for (const [word, count] of counts) sum += count * Math.log(texts.length / (textsOf.get(word) as Set<number>).size);
  return sum;
}
