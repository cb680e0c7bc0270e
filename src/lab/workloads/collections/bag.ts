// bag of the paper, written as people write it with bags: the data and the number are those of the one made by hand.
import { Bag } from "../../../collections/bag/bag.ts";
import type { LazyPart } from "../../../collections/plan/lazy-part.ts";
import { toTaskGraph } from "../../../collections/plan/task-graph.ts";
import type { BagOptions } from "../bag.ts";
import { bag, peopleOver30 } from "../bag.ts";
import type { Workload } from "../workload.ts";

export function bagOfPeople(options: BagOptions): Workload {
  const { expected, tolerance } = bag(options);
  return { graph: toTaskGraph([bagPart(options)]).graph, expected, tolerance };
}

/** Of all pairs of people over 30 in which the first is the older one, the lengths of the second's name. */
export function bagPart({ records, partitions, seed = 0 }: BagOptions): LazyPart {
  const specs = Array.from({ length: partitions }, (_, n) => ({ count: records / partitions, seed: seed + n }));
  const people = Bag.fromItems(specs, { partitions }).flatMap(peopleOver30);
  return people
    .product(people)
    .filter(([elder, younger]) => elder.age > younger.age)
    .map(([, younger]) => younger.name.length)
    .sum().part;
}
