// Where a ready task goes: to the worker with the least transfer cost, whatever its load, as in the paper. An input costs
//   0              where its result is,
//   1              where it is promised: another assigned task there takes it too,
//   1 + bytes / 2  on a node where its result is,
//   1 + bytes      anywhere else.
// Only workers that hold an input, or were promised one, are looked at: no other can be cheaper than the cheapest of
// these. (A worker that is only near a result costs more than the holder, and the holder is looked at.)
import type { Random } from "../base/random.ts";
import { NONE } from "../graph/task-table.ts";
import type { Facts } from "./facts.ts";
import type { IndexSet } from "./index-set.ts";
import { Tally } from "./tally.ts";
import { isAssigned } from "./task-facts.ts";

/** Bounds on what is looked at per ready task. The paper looks at 512 inputs and 32 holders too. */
const INPUTS = 512;
const HOLDERS = 32;
const CONSUMERS = 16;
/** Workers looked at to find one that is near. */
const SAMPLE = 8;
/** Balancing compares several tasks per move and looks at fewer inputs of each. */
const INPUTS_OF_A_MOVE = 16;

export class Placement {
  readonly #facts: Facts;
  readonly #random: Random;
  /** What each worker saves, in bytes, over fetching all inputs; beyond what its node saves. */
  readonly #saved = new Tally();
  readonly #savedByNode = new Tally();

  constructor(facts: Facts, random: Random) {
    this.#facts = facts;
    this.#random = random;
  }

  /** The worker for a ready task; there must be one. */
  choose(task: number): number {
    const { tasks, workers } = this.#facts;
    if (tasks.firstInput[task] === NONE) return this.#anyWorker(workers.alive);
    this.#weighInputs(task);
    const { alive } = workers;
    const best = this.#best(alive);
    return best === NONE ? this.#anyWorker(alive) : best;
  }

  /** The worker of a set, which is not empty, for a ready task: if no holder is in it, one near to a holder may be. */
  chooseAmong(set: IndexSet, task: number): number {
    this.#weighInputs(task);
    const best = this.#best(set);
    const near = this.#savedByNode.touched.length > 0 ? this.#nearest(set) : NONE;
    if (best === NONE && near === NONE) return this.#anyWorker(set);
    if (best === NONE || near === NONE) return best === NONE ? near : best;
    return this.#savedBy(near) > this.#savedBy(best) ? near : best;
  }

  /** What it costs to bring the first inputs of an assigned task to a worker where it is not. */
  cost(task: number, worker: number): number {
    const { tasks } = this.#facts;
    let cost = 0;
    let arc = tasks.firstInput[task] as number;
    for (let n = 0; arc !== NONE && n < INPUTS_OF_A_MOVE; n++, arc = tasks.nextInput(arc)) {
      cost += this.#costOf(tasks.inputOf(arc), worker);
    }
    return cost;
  }

  #weighInputs(task: number): void {
    const { tasks, workers } = this.#facts;
    this.#saved.begin(workers.capacity);
    this.#savedByNode.begin(workers.nodeCount);
    let arc = tasks.firstInput[task] as number;
    for (let n = 1; arc !== NONE && n <= INPUTS; n++, arc = tasks.nextInput(arc)) this.#weigh(tasks.inputOf(arc), n);
  }

  /** Adds what the workers that have, or will have, the n-th input save by it. */
  #weigh(input: number, n: number): void {
    const { tasks, workers, holders } = this.#facts;
    const { state, worker, bytes } = tasks.columns;
    const size = bytes[input] as number;
    const near = workers.nodeCount > 1 ? size / 2 : 0;
    let holder = holders.first(input);
    let cell = holders.firstCell(input);
    for (let i = 0; holder !== NONE && i < HOLDERS; i++) {
      this.#saved.addOnce(holder, n, 1 + size - near);
      if (near > 0) this.#savedByNode.addOnce(workers.node[holder] as number, n, near);
      holder = cell === NONE ? NONE : holders.workerIn(cell);
      if (cell !== NONE) cell = holders.nextCell(cell);
    }
    let arc = tasks.firstConsumer[input] as number;
    for (let i = 0; arc !== NONE && i < CONSUMERS; i++, arc = tasks.nextConsumer(arc)) {
      const consumer = tasks.consumerOf(arc);
      if (consumer === NONE || !isAssigned(state[consumer] as number)) continue;
      const promised = worker[consumer] as number;
      const isNear = near > 0 && this.#savedByNode.has(workers.node[promised] as number, n);
      this.#saved.addOnce(promised, n, isNear ? size - near : size);
    }
  }

  /** One of the workers of a set that save most, uniformly drawn; NONE if nobody there saves anything. */
  #best(set: IndexSet): number {
    const { touched } = this.#saved;
    let best = NONE;
    let most = -1;
    let ties = 0;
    for (let i = 0; i < touched.length; i++) {
      const worker = touched.at(i);
      if (!set.has(worker)) continue;
      const saved = this.#savedBy(worker);
      if (saved < most) continue;
      ties = saved > most ? 1 : ties + 1;
      most = saved;
      if (ties === 1 || this.#random.below(ties) === 0) best = worker;
    }
    return best;
  }

  /** The worker of a sample that saves most; NONE if nobody there saves anything. */
  #nearest(set: IndexSet): number {
    const isSmall = set.size <= SAMPLE;
    let best = NONE;
    let most = 0;
    for (let i = 0; i < (isSmall ? set.size : SAMPLE); i++) {
      const worker = set.at(isSmall ? i : this.#random.below(set.size));
      const saved = this.#savedBy(worker);
      if (saved <= most) continue;
      most = saved;
      best = worker;
    }
    return best;
  }

  #savedBy(worker: number): number {
    return this.#saved.get(worker) + this.#savedByNode.get(this.#facts.workers.node[worker] as number);
  }

  /**
   * The less loaded of two workers drawn uniformly. All workers cost a task without inputs the same, so any choice
   * keeps to the paper; one draw leaves loads that differ by the root of their size, which balancing would have to move.
   */
  #anyWorker(set: IndexSet): number {
    const { load, cores } = this.#facts.workers;
    const a = set.at(this.#random.below(set.size));
    const b = set.at(this.#random.below(set.size));
    return (load[b] as number) * (cores[a] as number) < (load[a] as number) * (cores[b] as number) ? b : a;
  }

  #costOf(input: number, worker: number): number {
    const { tasks, workers, holders } = this.#facts;
    const { columns } = tasks;
    const size = columns.bytes[input] as number;
    const node = workers.node[worker] as number;
    let near = false;
    let holder = holders.first(input);
    let cell = holders.firstCell(input);
    for (let i = 0; holder !== NONE && i < HOLDERS; i++) {
      if (holder === worker) return 0;
      if (workers.node[holder] === node) near = true;
      holder = cell === NONE ? NONE : holders.workerIn(cell);
      if (cell !== NONE) cell = holders.nextCell(cell);
    }
    let arc = tasks.firstConsumer[input] as number;
    for (let i = 0; arc !== NONE && i < CONSUMERS; i++, arc = tasks.nextConsumer(arc)) {
      const consumer = tasks.consumerOf(arc);
      if (consumer === NONE || columns.worker[consumer] !== worker) continue;
      if (isAssigned(columns.state[consumer] as number)) return 1;
    }
    return 1 + (near ? size / 2 : size);
  }
}
