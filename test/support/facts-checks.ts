// Facts for tests: events in few words, and a check of everything that must hold between two events.
import { expect } from "vitest";
import { NONE } from "../../src/graph/task-table.ts";
import { Facts } from "../../src/scheduler/facts.ts";
import { isAssigned, isMovable, State } from "../../src/scheduler/task-facts.ts";
import { READY_QUEUE } from "../../src/scheduler/task-queues.ts";
import { levelsOf } from "./simulated-task.ts";

const of = (...numbers: number[]): Int32Array => Int32Array.from(numbers);

export type PairKind = "started" | "paused" | "resumed" | "placed" | "moved" | "kept" | "removed";

/** `Facts` whose events are written short. Task ids count from 0 in order of addition. */
export class ToldFacts {
  readonly facts = new Facts();
  #tasks = 0;
  #workers = 0;

  workers(cores: readonly number[], nodes: readonly number[] = []): void {
    for (const [i, each] of cores.entries()) {
      this.facts.apply({ kind: "worker-added", worker: this.#workers++, cores: each, node: nodes[i] ?? 0 });
    }
  }

  /** Adds tasks 0, 1, ... that take these inputs (ids). */
  graph(inputs: readonly (readonly number[])[]): void {
    const first = this.#tasks;
    this.#tasks += inputs.length;
    const offsets = [0];
    for (const each of inputs) offsets.push((offsets.at(-1) as number) + each.length);
    this.facts.apply({
      kind: "tasks-added",
      tasks: Int32Array.from(inputs, (_, i) => first + i),
      inputOffsets: Int32Array.from(offsets),
      inputs: Int32Array.from(inputs.flat()),
      functions: new Int32Array(inputs.length),
      levels: Int32Array.from(levelsOf(inputs.map((each) => each.map((id) => (id < first ? id : ~(id - first)))))),
    });
  }

  data(worker: number, bytes: number): number {
    const event = { tasks: of(this.#tasks), workers: of(worker), bytes: Float64Array.of(bytes) };
    this.facts.apply({ kind: "data-added", ...event });
    return this.#tasks++;
  }

  finished(task: number, worker: number, bytes = 100): void {
    this.facts.apply({ kind: "finished", tasks: of(task), workers: of(worker), bytes: Float64Array.of(bytes) });
  }

  pair(kind: PairKind, task: number, worker: number): void {
    this.facts.apply({ kind, tasks: of(task), workers: of(worker) });
  }

  list(kind: "dropped" | "reopened" | "forgotten", ...tasks: number[]): void {
    this.facts.apply({ kind, tasks: of(...tasks) });
  }

  lose(worker: number): void {
    this.facts.apply({ kind: "worker-removed", worker });
  }

  /** Assigns a ready task as a scheduler does that has told the reactor. */
  assign(task: number, worker: number, state: number = State.sent): void {
    expect(this.facts.tasks.columns.state[task]).to.equal(State.ready);
    this.facts.assign(task, worker, state);
  }

  get ready(): number[] {
    return queueOf(this.facts, READY_QUEUE);
  }

  queue(worker: number): number[] {
    return queueOf(this.facts, worker + 1);
  }

  holders(task: number): number[] {
    return holdersOf(this.facts, task);
  }
}

function queueOf({ tasks, queues }: Facts, queue: number): number[] {
  const found: number[] = [];
  let last = NONE;
  for (let task = queues.head(queue); task !== NONE; task = tasks.columns.after[task] as number) {
    if (tasks.columns.before[task] !== last) expect.fail(`the task before ${task} must be ${last}`);
    found.push(task);
    last = task;
  }
  expect(queues.tail(queue)).to.equal(last);
  return found;
}

export function holdersOf({ holders }: Facts, task: number): number[] {
  const first = holders.first(task);
  const found = first === NONE ? [] : [first];
  for (let cell = holders.firstCell(task); cell !== NONE; cell = holders.nextCell(cell)) {
    found.push(holders.workerIn(cell));
  }
  return found;
}

/** Everything that must hold between two events. */
export function checkFacts(facts: Facts): void {
  const { tasks, workers } = facts;
  const known = [...workers.cores.keys()].filter((each) => workers.cores[each] !== 0);
  const places = new Map<number, number>();
  for (const queue of [READY_QUEUE, ...known.map((each) => each + 1)]) {
    for (const task of queueOf(facts, queue)) places.set(task, queue);
  }
  for (let task = 0; task < tasks.capacity; task++) checkTask(facts, task, places.get(task));
  for (const each of known) checkWorker(facts, each);
}

function checkTask(facts: Facts, task: number, place: number | undefined): void {
  const { tasks } = facts;
  const { state, worker, missing } = tasks.columns;
  const now = state[task] as number;
  const wanted = now === State.ready ? READY_QUEUE : isAssigned(now) ? (worker[task] as number) + 1 : undefined;
  must(place === wanted, `task ${task} in state ${now} must be in queue ${wanted}, is in ${place}`);
  if (now === State.unknown) return;
  let unfinished = 0;
  for (let arc = tasks.firstInput[task] as number; arc !== NONE; arc = tasks.nextInput(arc)) {
    if (state[tasks.inputOf(arc)] !== State.finished) unfinished++;
  }
  must(missing[task] === unfinished, `task ${task} misses ${unfinished} inputs, not ${missing[task]}`);
  if (now === State.waiting) must(unfinished > 0, `task ${task} waits for nothing`);
  if (now === State.ready) must(unfinished === 0, `task ${task} is ready and waits`);
  if (now !== State.finished) return;
  const holders = holdersOf(facts, task);
  must(new Set(holders).size === holders.length, `a holder of task ${task} is there twice`);
}

function checkWorker(facts: Facts, worker: number): void {
  const { tasks, workers } = facts;
  const queue = queueOf(facts, worker + 1);
  const fixed = queue.findIndex((task) => isMovable(tasks.columns.state[task] as number));
  const count = fixed === -1 ? queue.length : fixed;
  const isOrdered = queue.slice(count).every((task) => isMovable(tasks.columns.state[task] as number));
  must(isOrdered, `tasks that must not be moved stand first on worker ${worker}`);
  must(workers.load[worker] === queue.length, `worker ${worker} has ${queue.length} tasks`);
  must(workers.fixed[worker] === count, `worker ${worker} has ${count} tasks that must not be moved`);
  const [load, cores] = [queue.length, workers.cores[worker] as number];
  const isAlive = workers.alive.has(worker);
  must(workers.under.has(worker) === (isAlive && load < cores), `worker ${worker} has too little`);
  must(workers.over.has(worker) === (isAlive && load > cores && load > count), `worker ${worker} has too much`);
}

function must(condition: boolean, story: string): void {
  if (!condition) expect.fail(story);
}
