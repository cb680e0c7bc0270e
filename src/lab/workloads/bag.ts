// bag: of all pairs of people over 30 in which the first is the older one, the lengths of the second's name.
import { drawBag } from "../graphs/families/bag.ts";
import { alias, realGraph, sumOf } from "./real-graph.ts";
import type { Workload } from "./workload.ts";
import { checkWhole } from "./workload.ts";

export interface BagOptions {
  readonly records: number;
  /** `records` is a multiple of it. */
  readonly partitions: number;
  readonly seed?: number;
}

export function bag({ records, partitions, seed = 0 }: BagOptions): Workload {
  checkWhole("partitions", partitions);
  checkWhole("records / partitions", records / partitions);
  const spec = (n: number): PeopleSpec => ({ count: records / partitions, seed: seed + n });
  const graph = realGraph(drawBag("bag", records, partitions), {
    "make-filter": { fn: peopleOver30, argument: spec },
    "alias-filter": { fn: alias },
    "product-filter-sum": { fn: sumOfYounger },
    "alias-sum-part": { fn: alias },
    "sum-aggregate": { fn: sumOf, inputs: "list" },
  });
  const expected = (): number => {
    const people = Array.from({ length: partitions }, (_, i) => peopleOver30(spec(i))).flat();
    return people.reduce((sum, younger) => {
      return sum + younger.name.length * people.filter(({ age }) => age > younger.age).length;
    }, 0);
  };
  return { graph, expected, tolerance: 0 };
}

export interface PeopleSpec {
  readonly count: number;
  readonly seed: number;
}

export interface Person {
  readonly name: string;
  readonly age: number;
  readonly occupation: string;
}

/** Made of nothing but its arguments: its source is sent. */
export function peopleOver30({ count, seed }: PeopleSpec): Person[] {
  const syllables = ["an", "be", "cor", "dri", "el", "fi", "gus", "ha", "i", "jo", "ka", "lin", "mo", "na"];
  const occupations = ["baker", "clerk", "driver", "farmer", "nurse", "smith", "teacher"];
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const below = (bound: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const pick = (words: readonly string[]): string => words[below(words.length)] as string;
  const people = Array.from({ length: count }, () => ({
    name: Array.from({ length: 2 + below(3) }, () => pick(syllables)).join(""),
    age: 16 + below(64),
    occupation: pick(occupations),
  }));
  return people.filter(({ age }) => age > 30);
}

/** A partition with itself comes once. */
function sumOfYounger(elders: readonly Person[], others: readonly Person[] = elders): number {
  let sum = 0;
  for (const elder of elders) {
    for (const other of others) if (elder.age > other.age) sum += other.name.length;
  }
  return sum;
}
