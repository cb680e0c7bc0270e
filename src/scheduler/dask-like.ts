// Dask's scheduler as it was when the paper measured it, without the withholding of root tasks that came later (that is
// `queued`): a ready task goes to the worker that is expected to start it first, among those that hold an input; idle
// workers steal (`stealing.ts`). docs/decisions/0021 says where it departs from Dask.
import { IntList } from "../base/int-list.ts";
import { seededRandom } from "../base/random.ts";
import { NONE } from "../graph/task-table.ts";
import { Estimates } from "./estimates.ts";
import type { LoadWatch } from "./facts.ts";
import { Facts } from "./facts.ts";
import { Occupancy } from "./occupancy.ts";
import type { Assignments, Scheduler, SchedulerEvent } from "./scheduler.ts";
import { Stealable, stealLevel } from "./stealable.ts";
import { Stealing } from "./stealing.ts";
import { Tally } from "./tally.ts";
import { isMovable, State } from "./task-facts.ts";

/** Inputs, and holders of each, looked at per ready task. */
const INPUTS = 512;
const HOLDERS = 32;
/** With fewer workers than these a task without inputs goes to the one with the least to do, else to the next in turn. */
const MANY_WORKERS = 20;

class DaskLike implements Scheduler, LoadWatch {
  readonly name = "dask-like";
  readonly #facts = new Facts();
  readonly #estimates = new Estimates();
  readonly #occupancy = new Occupancy(this.#facts, this.#estimates);
  readonly #stealable = new Stealable();
  readonly #stealing: Stealing;
  /** Bytes of a task's inputs that each holder has. */
  readonly #held = new Tally();
  /** Tasks without inputs that were placed. */
  #turn = 0;
  /** Tasks assigned for the first time in this round. */
  readonly #fresh = new IntList();
  /** Sent tasks that this round moves. */
  readonly #moved = new IntList();

  constructor(seed: number) {
    this.#facts.watch = this;
    this.#stealing = new Stealing({
      facts: this.#facts,
      estimates: this.#estimates,
      occupancy: this.#occupancy,
      stealable: this.#stealable,
      levelOf: (task) => this.#levelOf(task),
      random: seededRandom(seed),
    });
  }

  observe(event: SchedulerEvent): boolean {
    if (event.kind === "tasks-added") this.#occupancy.addTasks(event.tasks, event.functions);
    this.#facts.apply(event);
    switch (event.kind) {
      case "worker-added":
        this.#stealable.addWorker(event.worker);
        this.#occupancy.addWorker(event.worker);
        this.#stealing.isDue = true;
        break;
      case "worker-removed":
        this.#occupancy.removeWorker(event.worker);
        break;
      case "durations-learned":
        this.#occupancy.learn(event.functions, event.milliseconds);
        this.#stealing.isDue = true;
        break;
      case "bandwidth-learned":
        this.#estimates.learnBandwidth(event.bytesPerSecond);
        break;
      default:
    }
    return this.#facts.workers.alive.size > 0 && (this.#facts.hasReady || this.#stealing.isNeeded);
  }

  assign(out: Assignments): void {
    const facts = this.#facts;
    if (facts.workers.alive.size === 0) return;
    for (let task = facts.takeReady(); task !== NONE; task = facts.takeReady()) {
      facts.assign(task, this.#choose(task), State.fresh);
      this.#fresh.push(task);
    }
    this.#stealing.run(this.#moved);
    this.#send(out);
  }

  joined(task: number, worker: number, state: number): void {
    this.#occupancy.add(task, worker);
    if (isMovable(state)) this.#stealable.add(task, worker, this.#levelOf(task));
    this.#stealing.isDue = true;
  }

  left(task: number, worker: number): void {
    this.#stealable.remove(task, worker);
    this.#occupancy.remove(task, worker);
    this.#stealing.isDue = true;
  }

  blocked(): void {}

  unblocked(): void {}

  /** The worker that is expected to start a ready task first. */
  #choose(task: number): number {
    const { tasks, workers } = this.#facts;
    let arc = tasks.firstInput[task] as number;
    if (arc === NONE) return this.#nextWorker();
    this.#held.begin(workers.capacity);
    let bytes = 0;
    for (let n = 1; arc !== NONE && n <= INPUTS; n++, arc = tasks.nextInput(arc)) {
      bytes += this.#weigh(tasks.inputOf(arc), n);
    }
    const { touched } = this.#held;
    let best = NONE;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < touched.length; i++) {
      const worker = touched.at(i);
      if (!workers.alive.has(worker)) continue;
      const start = this.#wait(worker) + this.#estimates.transfer(bytes - this.#held.get(worker));
      if (start > least || (start === least && !this.#hasFewer(worker, best))) continue;
      least = start;
      best = worker;
    }
    return best === NONE ? this.#nextWorker() : best;
  }

  /** Adds what the holders of the n-th input have of it; returns its size. */
  #weigh(input: number, n: number): number {
    const { tasks, holders } = this.#facts;
    const bytes = tasks.columns.bytes[input] as number;
    let holder = holders.first(input);
    let cell = holders.firstCell(input);
    for (let i = 0; holder !== NONE && i < HOLDERS; i++) {
      this.#held.addOnce(holder, n, bytes);
      holder = cell === NONE ? NONE : holders.workerIn(cell);
      if (cell !== NONE) cell = holders.nextCell(cell);
    }
    return bytes;
  }

  /** The worker for a task that is as well off anywhere. */
  #nextWorker(): number {
    const { alive } = this.#facts.workers;
    const turn = this.#turn++ % alive.size;
    if (alive.size >= MANY_WORKERS) return alive.at(turn);
    let best = alive.at(turn);
    let least = this.#wait(best);
    for (let i = 1; i < alive.size && least > 0; i++) {
      const worker = alive.at((turn + i) % alive.size);
      const wait = this.#wait(worker);
      if (wait >= least) continue;
      least = wait;
      best = worker;
    }
    return best;
  }

  /** Milliseconds until a worker has done what it has. */
  #wait(worker: number): number {
    return this.#occupancy.of(worker) / (this.#facts.workers.cores[worker] as number);
  }

  #hasFewer(a: number, b: number): boolean {
    const { load, cores } = this.#facts.workers;
    return (load[a] as number) * (cores[b] as number) < (load[b] as number) * (cores[a] as number);
  }

  #levelOf(task: number): number {
    const { tasks } = this.#facts;
    const arc = tasks.firstInput[task] as number;
    if (arc === NONE) return 0;
    let bytes = 0;
    for (let n = 0, at = arc; at !== NONE && n < INPUTS; n++, at = tasks.nextInput(at)) {
      bytes += tasks.columns.bytes[tasks.inputOf(at)] as number;
    }
    const compute = this.#estimates.duration(this.#occupancy.functionOf(task));
    return stealLevel(this.#estimates.transfer(bytes), compute);
  }

  #send(out: Assignments): void {
    const { state, worker, level } = this.#facts.tasks.columns;
    for (let i = 0; i < this.#fresh.length; i++) {
      const task = this.#fresh.at(i);
      state[task] = State.sent;
      out.push(task, worker[task] as number, -(level[task] as number));
    }
    for (let i = 0; i < this.#moved.length; i++) {
      const task = this.#moved.at(i);
      out.push(task, worker[task] as number, -(level[task] as number));
    }
    this.#fresh.clear();
    this.#moved.clear();
  }
}

export function daskLike(seed: number): Scheduler {
  return new DaskLike(seed);
}
