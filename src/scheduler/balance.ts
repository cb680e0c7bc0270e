// Balancing: moves tasks from over-loaded to under-loaded workers until no worker is under-loaded or nothing can be
// moved. The idea is water-filling, as in rsds: thieves rise to the level at which all uneven workers would be even. Its
// cost is bounded by the moves made: thieves and victims are drawn from bounded samples, and a victim offers the end of
// its queue, where the tasks stand that it would run last and those that nobody has been told of yet.
import type { IntList } from "../base/int-list.ts";
import type { Random } from "../base/random.ts";
import { NONE } from "../graph/task-table.ts";
import type { Facts } from "./facts.ts";
import type { IndexSet } from "./index-set.ts";
import type { Placement } from "./placement.ts";
import { isMovable, State } from "./task-facts.ts";

/** Workers compared to find a thief or a victim. */
const SAMPLE = 8;
/** Tasks of a victim compared for each move. */
const WINDOW = 8;
/** Victims that one thief takes from before the next thief has its turn. */
const VICTIMS = 4;
/** To take back a task that a worker was told of costs more than any transfer. */
const SENT_PENALTY = 2 ** 52;

export class Balance {
  readonly #facts: Facts;
  readonly #placement: Placement;
  readonly #random: Random;
  readonly #window = new Int32Array(WINDOW);
  readonly #costs = new Float64Array(WINDOW);

  constructor(facts: Facts, placement: Placement, random: Random) {
    this.#facts = facts;
    this.#placement = placement;
    this.#random = random;
  }

  /** True if some worker has too little to do and some other a task to give. */
  get isNeeded(): boolean {
    const { under, over } = this.#facts.workers;
    return under.size > 0 && over.size > 0;
  }

  /** Assigns tasks anew; those that had been sent are now `moving` and stand in `moved`. */
  run(moved: IntList): void {
    const { workers } = this.#facts;
    while (this.isNeeded) {
      const thief = this.#drawn(workers.under, -1);
      const cores = workers.cores[thief] as number;
      const level = Math.max((workers.load[thief] as number) + 1, Math.floor(workers.evenLevel * cores));
      for (let i = 0; i < VICTIMS && workers.over.size > 0; i++) {
        const wanted = level - (workers.load[thief] as number);
        const victim = this.#drawn(workers.over, 1);
        if (victim === thief) break;
        const share = Math.min(wanted, this.#share(victim, thief));
        if (share <= 0) break;
        this.#steal(victim, thief, share, moved);
      }
    }
  }

  /** The most (sign 1) or least (sign -1) loaded worker per core of a set, or of a sample if the set is large. */
  #drawn(set: IndexSet, sign: number): number {
    const { load, cores } = this.#facts.workers;
    const isSmall = set.size <= SAMPLE;
    const count = isSmall ? set.size : SAMPLE;
    let drawn = NONE;
    let extreme = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      const worker = set.at(isSmall ? i : this.#random.below(set.size));
      const weight = (sign * (load[worker] as number)) / (cores[worker] as number);
      if (weight > extreme) {
        extreme = weight;
        drawn = worker;
      }
    }
    return drawn;
  }

  /** As many tasks as make the two even per core, as long as the victim keeps one per core. At least 1 if the thief is under-loaded. */
  #share(victim: number, thief: number): number {
    const { load, cores, fixed } = this.#facts.workers;
    const has = load[victim] as number;
    const victimCores = cores[victim] as number;
    const thiefCores = cores[thief] as number;
    const even = Math.floor((has * thiefCores - (load[thief] as number) * victimCores) / (victimCores + thiefCores));
    return Math.min(even, has - victimCores, has - (fixed[victim] as number));
  }

  /** Moves `count` tasks, which the victim has to give: the cheapest of a window that starts at the end of its queue. */
  #steal(victim: number, thief: number, count: number, moved: IntList): void {
    const facts = this.#facts;
    const { state, before } = facts.tasks.columns;
    const window = this.#window;
    const costs = this.#costs;
    let size = 0;
    let next = facts.queues.tail(victim + 1);
    for (let taken = 0; taken < count; taken++) {
      while (size < WINDOW && next !== NONE && isMovable(state[next] as number)) {
        window[size] = next;
        costs[size++] = this.#price(next, thief);
        next = before[next] as number;
      }
      let best = 0;
      for (let i = 1; i < size; i++) if ((costs[i] as number) < (costs[best] as number)) best = i;
      const task = window[best] as number;
      // Close the gap, so that among equals the task nearest to the end stays first.
      size--;
      for (let i = best; i < size; i++) {
        window[i] = window[i + 1] as number;
        costs[i] = costs[i + 1] as number;
      }
      const isFresh = state[task] === State.fresh;
      facts.assign(task, thief, isFresh ? State.fresh : State.moving);
      if (!isFresh) moved.push(task);
    }
  }

  #price(task: number, thief: number): number {
    const cost = this.#placement.cost(task, thief);
    return this.#facts.tasks.columns.state[task] === State.fresh ? cost : cost + SENT_PENALTY;
  }
}
