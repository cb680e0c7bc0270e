// Stealing as in Dask: idle workers take tasks from those that have most to do, the cheapest to move first, whenever
// thief and victim together are better off. Dask looks at everything once a second; here it happens in the turn in which
// something has changed, and looks at a bounded part of it.
import type { IntList } from "../base/int-list.ts";
import type { Random } from "../base/random.ts";
import { NONE } from "../graph/task-table.ts";
import type { Estimates } from "./estimates.ts";
import type { Facts } from "./facts.ts";
import type { Occupancy } from "./occupancy.ts";
import type { Stealable } from "./stealable.ts";
import { LEVELS } from "./stealable.ts";
import { State } from "./task-facts.ts";

/** Workers drawn to find victims; victims looked at when nobody is saturated; when somebody is. */
const DRAWN = 20;
const VICTIMS = 10;
/** Milliseconds of work that a worker has at least that is stolen from although it is not saturated. */
const WORTH_STEALING = 200;
/** Idle workers compared for one task, beside those that hold its inputs. */
const THIEVES = 8;
/** Inputs, and holders of each, looked at to find thieves. */
const INPUTS = 16;
const HOLDERS = 8;
/** Tasks looked at in vain before the turn is left as it is. */
const MOST_FAILURES = 16;

export interface StealingContext {
  readonly facts: Facts;
  readonly estimates: Estimates;
  readonly occupancy: Occupancy;
  readonly stealable: Stealable;
  /** The level at which a task may be stolen now. */
  readonly levelOf: (task: number) => number;
  readonly random: Random;
}

export class Stealing {
  /** Something has changed since stealing was last tried. */
  isDue = false;
  readonly #context: StealingContext;
  #failures = 0;

  constructor(context: StealingContext) {
    this.#context = context;
  }

  /** Whether there may be something to steal and somebody to do it. */
  get isNeeded(): boolean {
    return this.isDue && this.#hasThieves;
  }

  /** Assigns tasks anew; those that had been sent are now `moving` and stand in `moved`. */
  run(moved: IntList): void {
    if (!this.isNeeded) return;
    this.#failures = 0;
    const victims = this.#findVictims();
    for (let level = 0; level < LEVELS && this.#canGoOn; level++) {
      for (const victim of victims) {
        if (!this.#canGoOn) break;
        this.#stealFrom(victim, level, moved);
      }
    }
    this.isDue = false;
  }

  get #hasThieves(): boolean {
    const { occupancy, stealable, facts } = this.#context;
    const { idle } = occupancy;
    return stealable.size > 0 && idle.size > 0 && idle.size < facts.workers.alive.size;
  }

  get #canGoOn(): boolean {
    return this.#failures < MOST_FAILURES && this.#hasThieves;
  }

  /** The saturated workers or, when there are none, those with the most to do; the one with the most first. */
  #findVictims(): number[] {
    const { occupancy, facts, random } = this.#context;
    const { load, cores, over } = facts.workers;
    const isAnySaturated = occupancy.saturated.size > 0;
    const set = isAnySaturated ? occupancy.saturated : over;
    const drawn = new Set<number>();
    for (let i = 0; i < Math.min(set.size, DRAWN); i++) {
      drawn.add(set.at(set.size <= DRAWN ? i : random.below(set.size)));
    }
    const isVictim = (worker: number): boolean =>
      (load[worker] as number) > (cores[worker] as number) &&
      !occupancy.idle.has(worker) &&
      (isAnySaturated || occupancy.of(worker) > WORTH_STEALING);
    const victims = [...drawn].filter(isVictim).sort((a, b) => occupancy.of(b) - occupancy.of(a));
    return isAnySaturated ? victims : victims.slice(0, VICTIMS);
  }

  #stealFrom(victim: number, level: number, moved: IntList): void {
    const { facts, stealable, levelOf } = this.#context;
    const { load, cores } = facts.workers;
    let task = stealable.last(victim, level);
    while (task !== NONE && this.#canGoOn && (load[victim] as number) > (cores[victim] as number)) {
      const previous = stealable.previous(task);
      const now = levelOf(task);
      if (now !== level) {
        // More is known of its function than when it was assigned.
        stealable.remove(task, victim);
        stealable.add(task, victim, now);
        this.#failures++;
      } else {
        this.#tryToSteal(task, victim, moved);
      }
      task = previous;
    }
  }

  #tryToSteal(task: number, victim: number, moved: IntList): void {
    const { facts, estimates, occupancy } = this.#context;
    const thief = this.#findThief(task);
    const compute = estimates.duration(occupancy.functionOf(task));
    const transfer = thief === NONE ? 0 : estimates.transfer(occupancy.missingBytes(task, thief));
    const gain = occupancy.of(victim) - (occupancy.transferOf(task) + compute) / 2;
    if (thief === NONE || occupancy.of(thief) + transfer + compute > gain) {
      this.#failures++;
      return;
    }
    const isFresh = facts.tasks.columns.state[task] === State.fresh;
    facts.assign(task, thief, isFresh ? State.fresh : State.moving);
    if (!isFresh) moved.push(task);
  }

  /** The idle worker that would start the task first: one that holds an input, or one of a few drawn. */
  #findThief(task: number): number {
    const { facts, occupancy, random } = this.#context;
    const { tasks, holders } = facts;
    const { idle } = occupancy;
    let best = NONE;
    let least = Number.POSITIVE_INFINITY;
    const weigh = (worker: number): void => {
      const start = this.#start(task, worker);
      if (start >= least) return;
      least = start;
      best = worker;
    };
    let arc = tasks.firstInput[task] as number;
    for (let n = 0; arc !== NONE && n < INPUTS; n++, arc = tasks.nextInput(arc)) {
      const input = tasks.inputOf(arc);
      let holder = holders.first(input);
      let cell = holders.firstCell(input);
      for (let i = 0; holder !== NONE && i < HOLDERS; i++) {
        if (idle.has(holder)) weigh(holder);
        holder = cell === NONE ? NONE : holders.workerIn(cell);
        if (cell !== NONE) cell = holders.nextCell(cell);
      }
    }
    for (let i = 0; i < Math.min(idle.size, THIEVES); i++) {
      weigh(idle.at(idle.size <= THIEVES ? i : random.below(idle.size)));
    }
    return best;
  }

  #start(task: number, worker: number): number {
    const { facts, estimates, occupancy } = this.#context;
    const cores = facts.workers.cores[worker] as number;
    return occupancy.of(worker) / cores + estimates.transfer(occupancy.missingBytes(task, worker));
  }
}
