// How long each worker has to do, as Dask counts it: the expected durations of its tasks, and the expected time to bring
// what they need there. Kept up to date with every change, as are the sets of workers that have too little and too much.
import { NONE } from "../graph/task-table.ts";
import type { Estimates } from "./estimates.ts";
import type { Facts } from "./facts.ts";
import { IndexSet } from "./index-set.ts";

/** Inputs looked at per task. */
const INPUTS = 512;
/** Milliseconds of waiting from which on a worker may be saturated; and how often the average that must be. */
const LONG_WAIT = 400;
const LONG_SHARE = 1.9;

export class Occupancy {
  /** Alive workers that have fewer tasks than cores, or less than half as much to do per core as the average. */
  readonly idle = new IndexSet();
  /** Alive workers whose tasks wait long, also compared with the average. */
  readonly saturated = new IndexSet();
  readonly #facts: Facts;
  readonly #estimates: Estimates;
  /** By task: the function it calls, and the bytes that were to be brought for it when it was assigned. */
  #functions = new Int32Array(64);
  #fetched = new Float32Array(64);
  /** By worker: milliseconds its tasks are expected to compute, and bytes they need brought. */
  #computing = new Float64Array(8);
  #fetching = new Float64Array(8);
  /** By function, then by worker: tasks. What a newly learned duration changes. */
  readonly #counts: (Int32Array<ArrayBuffer> | undefined)[] = [];
  #totalComputing = 0;
  #totalFetching = 0;
  #cores = 0;
  /** Whose turn it is to be looked at again. */
  #next = 0;

  constructor(facts: Facts, estimates: Estimates) {
    this.#facts = facts;
    this.#estimates = estimates;
  }

  /** The function that a task calls. */
  functionOf(task: number): number {
    return this.#functions[task] as number;
  }

  /** Milliseconds of work that a worker has, of all its cores together. */
  of(worker: number): number {
    return (this.#computing[worker] as number) + this.#estimates.transfer(this.#fetching[worker] as number);
  }

  /** Milliseconds that it takes to bring to a task's worker what it needs. */
  transferOf(task: number): number {
    return this.#estimates.transfer(this.#fetched[task] as number);
  }

  addTasks(tasks: Int32Array, functions: Int32Array): void {
    for (let i = 0; i < tasks.length; i++) {
      const task = tasks[i] as number;
      if (task >= this.#functions.length) this.#growTasks(task + 1);
      this.#functions[task] = functions[i] as number;
    }
  }

  addWorker(worker: number): void {
    if (worker >= this.#computing.length) this.#growWorkers(worker + 1);
    this.#cores += this.#facts.workers.cores[worker] as number;
    this.#classify(worker);
  }

  removeWorker(worker: number): void {
    this.#cores -= this.#facts.workers.cores[worker] as number;
    this.#classify(worker);
  }

  /** A task was put on a worker. */
  add(task: number, worker: number): void {
    const bytes = this.missingBytes(task, worker);
    this.#fetched[task] = bytes;
    this.#count(task, worker, 1);
    this.#change(worker, this.#duration(task), this.#fetched[task] as number);
  }

  /** A task has left a worker. */
  remove(task: number, worker: number): void {
    this.#count(task, worker, -1);
    this.#change(worker, -this.#duration(task), -(this.#fetched[task] as number));
  }

  /** Durations were measured. */
  learn(functions: Int32Array, milliseconds: Float64Array): void {
    const before = new Map<number, number>();
    for (let i = 0; i < functions.length; i++) {
      const fn = functions[i] as number;
      if (!before.has(fn)) before.set(fn, this.#estimates.duration(fn));
      this.#estimates.learnDuration(fn, milliseconds[i] as number);
    }
    for (const [fn, old] of before) {
      const counts = this.#counts[fn] ?? NO_COUNTS;
      const change = this.#estimates.duration(fn) - old;
      for (let worker = 0; worker < counts.length; worker++) {
        const count = counts[worker] as number;
        if (count > 0) this.#change(worker, count * change, 0);
      }
    }
  }

  /** Bytes of a task's first inputs that are not on a worker. */
  missingBytes(task: number, worker: number): number {
    const { tasks, holders } = this.#facts;
    let bytes = 0;
    let arc = tasks.firstInput[task] as number;
    for (let n = 0; arc !== NONE && n < INPUTS; n++, arc = tasks.nextInput(arc)) {
      const input = tasks.inputOf(arc);
      if (!holders.has(input, worker)) bytes += tasks.columns.bytes[input] as number;
    }
    return bytes;
  }

  #duration(task: number): number {
    return this.#estimates.duration(this.#functions[task] as number);
  }

  #count(task: number, worker: number, by: number): void {
    const fn = this.#functions[task] as number;
    let counts = this.#counts[fn];
    if (counts === undefined || worker >= counts.length) {
      const old = counts;
      counts = new Int32Array(Math.max(8, worker + 1, 2 * (old?.length ?? 0)));
      if (old !== undefined) counts.set(old);
      while (this.#counts.length <= fn) this.#counts.push(undefined);
      this.#counts[fn] = counts;
    }
    counts[worker]! += by;
  }

  #change(worker: number, milliseconds: number, bytes: number): void {
    const computing = (this.#computing[worker] as number) + milliseconds;
    const fetching = (this.#fetching[worker] as number) + bytes;
    // Sums of fractions drift: who has nothing to do has nothing to do.
    const isFree = this.#facts.workers.load[worker] === 0;
    this.#totalComputing += (isFree ? 0 : computing) - (this.#computing[worker] as number);
    this.#totalFetching += (isFree ? 0 : fetching) - (this.#fetching[worker] as number);
    this.#computing[worker] = isFree ? 0 : computing;
    this.#fetching[worker] = isFree ? 0 : fetching;
    this.#classify(worker);
    // The average has changed for all of them: one after the other is looked at again.
    const { alive } = this.#facts.workers;
    if (alive.size > 0) this.#classify(alive.at(this.#next++ % alive.size));
  }

  #classify(worker: number): void {
    const { alive, load, cores } = this.#facts.workers;
    if (!alive.has(worker)) {
      this.idle.delete(worker);
      this.saturated.delete(worker);
      return;
    }
    const has = load[worker] as number;
    const its = cores[worker] as number;
    const occupancy = this.of(worker);
    const average = (this.#totalComputing + this.#estimates.transfer(this.#totalFetching)) / this.#cores;
    const isIdle = has < its || occupancy < (its * average) / 2;
    const wait = isIdle ? 0 : (occupancy * (has - its)) / (has * its);
    if (isIdle) this.idle.add(worker);
    else this.idle.delete(worker);
    if (wait > LONG_WAIT && wait > LONG_SHARE * average) this.saturated.add(worker);
    else this.saturated.delete(worker);
  }

  #growTasks(needed: number): void {
    const length = Math.max(needed, 2 * this.#functions.length);
    const functions = new Int32Array(length);
    const fetched = new Float32Array(length);
    functions.set(this.#functions);
    fetched.set(this.#fetched);
    this.#functions = functions;
    this.#fetched = fetched;
  }

  #growWorkers(needed: number): void {
    const length = Math.max(needed, 2 * this.#computing.length);
    const computing = new Float64Array(length);
    const fetching = new Float64Array(length);
    computing.set(this.#computing);
    fetching.set(this.#fetching);
    this.#computing = computing;
    this.#fetching = fetching;
  }
}

const NO_COUNTS = new Int32Array(0);
