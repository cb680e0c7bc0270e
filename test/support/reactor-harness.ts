// A reactor alone: the test is its client, its scheduler and its workers, all in few words. Every message is encoded and
// decoded; the invariants are checked after every event.
import { expect } from "vitest";
import { IntList } from "../../src/base/int-list.ts";
import type { Failure } from "../../src/codec/failure.ts";
import { Call, packCall } from "../../src/graph/call.ts";
import { bLevels } from "../../src/graph/levels.ts";
import { TaskGraph } from "../../src/graph/task-graph.ts";
import type { RefusedValue } from "../../src/protocol/client-to-reactor.ts";
import { ComputeReader } from "../../src/protocol/compute-batch.ts";
import { pushFinished } from "../../src/protocol/finished-batch.ts";
import type { ReactorToClient } from "../../src/protocol/reactor-to-client.ts";
import type { ReactorToWorker } from "../../src/protocol/reactor-to-worker.ts";
import type { Source } from "../../src/protocol/sources.ts";
import { SourceReader } from "../../src/protocol/sources.ts";
import type { TaskTerms } from "../../src/protocol/task-terms.ts";
import type { WorkerToReactor } from "../../src/protocol/worker-to-reactor.ts";
import type { ReactorEvent } from "../../src/reactor/events.ts";
import type { Instruction } from "../../src/reactor/instructions.ts";
import { checkInvariants } from "../../src/reactor/invariants.ts";
import { ReactorMachine } from "../../src/reactor/machine.ts";
import type { TaskState } from "../../src/reactor/states.ts";
import { TASK_STATES } from "../../src/reactor/states.ts";
import type { SchedulerEvent } from "../../src/scheduler/scheduler.ts";
import { Assignments } from "../../src/scheduler/scheduler.ts";

export const BOOM: Failure = { kind: "error", name: "RangeError", message: "boom" };

export interface SubmitOptions {
  /** Tasks that the client wants. Default: those that no other takes. */
  readonly wants?: readonly string[];
  readonly priority?: number;
  /** Tasks whose literal argument is a buffer that is moved. */
  readonly moved?: readonly string[];
  /** Values that could not be sent to the reactor. */
  readonly refused?: readonly RefusedValue[];
  /** What is asked of all tasks; with a time limit they are supervised. */
  readonly terms?: Omit<TaskTerms, "from" | "to">;
  readonly supervised?: boolean;
}

/** What one turn said. */
export interface Turn {
  /** Facts by kind, without the columns' types: tasks by name. */
  readonly facts: readonly string[];
  readonly sent: ReadonlyMap<number, readonly ReactorToWorker[]>;
  readonly client: readonly ReactorToClient[];
  readonly others: readonly Instruction[];
}

export class ReactorHarness {
  readonly machine: ReactorMachine;
  /** Rows by name, of all tasks ever submitted. */
  readonly rows = new Map<string, number>();
  readonly futures = new Map<string, number>();
  readonly #names = new Map<number, string>();
  readonly #runs = new Map<string, number>();
  #nextSubmission = 0;
  #hasFunctions = false;

  constructor(
    options: {
      readonly workers?: number;
      readonly allowedFailures?: number;
      readonly answersLate?: boolean;
      readonly graceTime?: number;
    } = {},
  ) {
    const { workers = 2, allowedFailures = 3, answersLate = false, graceTime } = options;
    this.machine = new ReactorMachine({ allowedFailures, answersLate, graceTime });
    for (let worker = 0; worker < workers; worker++) this.join(worker);
  }

  join(worker: number): void {
    this.hear({ kind: "worker-joined", worker, cores: 1, node: 0 });
  }

  hear(event: ReactorEvent): readonly Instruction[] {
    const instructions = this.machine.handle(event);
    checkInvariants(this.machine.state);
    return instructions;
  }

  /** Submits a graph of named tasks; inputs are tasks of the graph that stand before, or tasks with a future. */
  submit(tasks: Readonly<Record<string, readonly string[]>>, options: SubmitOptions = {}): void {
    this.open(tasks, options);
    this.hear({ kind: "tasks-submitted", count: Object.keys(tasks).length });
    this.#name(Object.keys(tasks), this.#nextSubmission - 1);
  }

  /** The first part of `submit`: no task is added yet. */
  open(tasks: Readonly<Record<string, readonly string[]>>, options: SubmitOptions = {}): void {
    const graph = new TaskGraph();
    const names = Object.keys(tasks);
    const externals: number[] = [];
    const transfers: { index: number; buffers: object[] }[] = [];
    const isSupervised = options.supervised === true || options.terms?.timeout !== undefined;
    if (isSupervised) this.#sendFunctions();
    for (const [name, inputs] of Object.entries(tasks)) {
      const places = inputs.map((input) =>
        names.includes(input) ? names.indexOf(input) : ~(externals.push(this.#future(input)) - 1),
      );
      const isMoved = options.moved?.includes(name) === true;
      const buffer = new ArrayBuffer(8);
      const index = graph.addCall(packCall(isSupervised ? 1 : 0, isMoved ? Call.value : Call.inputs), places, buffer);
      if (isMoved) transfers.push({ index, buffers: [buffer] });
    }
    const taken = new Set(Object.values(tasks).flat());
    const wants = new IntList();
    for (const [index, name] of names.entries()) {
      if (!(options.wants?.includes(name) ?? !taken.has(name))) continue;
      this.futures.set(name, this.futures.size);
      wants.push2(index, this.#future(name));
    }
    const columns = graph.columns();
    this.hear({
      kind: "submission-opened",
      submission: {
        kind: "submit",
        submission: this.#nextSubmission++,
        graph: columns,
        functions: new Int32Array(0),
        externals: Int32Array.from(externals),
        wants: wants.take(),
        transfers,
        priority: options.priority ?? 0,
        ...(options.refused && { refused: options.refused }),
        ...(options.terms && { terms: [{ from: 0, to: names.length, ...options.terms }] }),
      },
      levels: bLevels(columns),
    });
  }

  /** Puts data on workers in turn. */
  scatter(...names: string[]): void {
    for (const name of names) this.futures.set(name, this.futures.size);
    const futures = Int32Array.from(names, (name) => this.#future(name));
    const values = names.map((name) => `data of ${name}`);
    const bytes = Float64Array.from(names, () => 10);
    this.hear({ kind: "client-message", message: { kind: "scatter", futures, values, bytes } });
    for (const name of names) this.#nameRow(name, this.machine.state.futures.get(this.#future(name)) as number);
  }

  release(...names: string[]): void {
    const futures = Int32Array.from(names, (name) => this.#future(name));
    this.hear({ kind: "client-message", message: { kind: "release", futures } });
  }

  cancel(names: readonly string[], reason?: Failure): void {
    const futures = Int32Array.from(names, (name) => this.#future(name));
    this.hear({ kind: "client-message", message: { kind: "cancel", futures, ...(reason && { reason }) } });
  }

  gather(request: number, ...names: string[]): void {
    const futures = Int32Array.from(names, (name) => this.#future(name));
    this.hear({ kind: "client-message", message: { kind: "gather", request, futures, isReleasing: false } });
  }

  /** The scheduler's answer: "task>worker", with "@priority" if it is not 0. */
  assign(...decisions: string[]): void {
    this.hear({ kind: "assigned", scheduler: "test", assignments: this.#assignments(decisions) });
  }

  /** The answer of a scheduler that answers late, to the oldest facts that it has not answered. */
  answer(...decisions: string[]): void {
    this.hear({ kind: "answered", scheduler: "test", assignments: this.#assignments(decisions) });
  }

  #assignments(decisions: readonly string[]): Assignments {
    const assignments = new Assignments();
    for (const decision of decisions) {
      const [task, worker, priority = "0"] = decision.split(/[>@]/) as [string, string, string?];
      assignments.push(this.rows.get(task) ?? Number(task), Number(worker), Number(priority));
    }
    return assignments;
  }

  /** What a worker says. */
  say(worker: number, ...envelope: WorkerToReactor[]): void {
    this.hear({ kind: "worker-message", worker, envelope: structuredClone(envelope) });
  }

  finish(worker: number, ...names: string[]): void {
    this.finishWith(worker, 100, ...names);
  }

  /** Tasks end with results of so many bytes each. */
  finishWith(worker: number, bytes: number, ...names: string[]): void {
    this.#finish(worker, names, bytes, false);
  }

  /** Tasks end with results of so many bytes each, in shared memory. */
  finishShared(worker: number, bytes: number, ...names: string[]): void {
    this.#finish(worker, names, bytes, true);
  }

  #finish(worker: number, names: readonly string[], bytes: number, isShared: boolean): void {
    const tasks = new IntList();
    for (const name of names) pushFinished(tasks, this.#row(name), this.run(name), bytes, isShared);
    this.say(worker, { kind: "finished", tasks: tasks.take() });
  }

  /** A worker took a result away from another. */
  take(worker: number, name: string, from: number): void {
    this.say(worker, { kind: "taken", tasks: Int32Array.of(this.#row(name), this.run(name), from) });
  }

  place(worker: number, ...names: string[]): void {
    this.say(worker, { kind: "placed", tasks: this.pairs(...names) });
  }

  start(worker: number, ...names: string[]): void {
    this.say(worker, { kind: "started", tasks: this.pairs(...names) });
  }

  fail(worker: number, name: string): void {
    this.say(worker, { kind: "failed", task: this.#row(name), run: this.run(name), failure: BOOM });
  }

  /** A supervised call that was to end has ended. */
  endInterrupted(worker: number, name: string, run: number): void {
    this.say(worker, { kind: "interrupted", task: this.#row(name), run });
  }

  answerRetract(worker: number, name: string, isGivenBack: boolean): void {
    const tasks = Int32Array.of(this.#row(name), this.run(name), isGivenBack ? 1 : 0);
    this.say(worker, { kind: "retracted", tasks });
  }

  miss(worker: number, name: string, input: string, holder: number, failure?: Failure): void {
    const missing = {
      kind: "missing",
      task: this.#row(name),
      run: this.run(name),
      input: this.#row(input),
      holder,
    } as const;
    this.say(worker, failure === undefined ? missing : { ...missing, failure });
  }

  lose(worker: number): void {
    this.hear({ kind: "worker-lost", worker, reason: "it died" });
  }

  /** The scheduler hears what happened and answers with these assignments; then all others hear. */
  turn(...decisions: string[]): Turn {
    const facts = this.hear({ kind: "scheduling-due" });
    if (decisions.length > 0) this.assign(...decisions);
    const told: string[] = [];
    const sent = new Map<number, readonly ReactorToWorker[]>();
    const client: ReactorToClient[] = [];
    const others: Instruction[] = [];
    for (const instruction of [...facts, ...this.hear({ kind: "turn-ended" })]) {
      if (instruction.kind === "inform-scheduler") told.push(...instruction.facts.map((fact) => this.#describe(fact)));
      else if (instruction.kind === "tell-client") client.push(...structuredClone(instruction.messages));
      else if (instruction.kind === "send") {
        expect(sent.has(instruction.worker), "one envelope per worker and turn").to.equal(false);
        const transfer = [...instruction.transfer] as Transferable[];
        sent.set(instruction.worker, structuredClone(instruction.envelope, { transfer }));
      } else others.push(instruction);
    }
    return { facts: told, sent, client, others };
  }

  state(name: string): TaskState {
    return TASK_STATES[this.machine.state.tasks.state(this.#row(name))] as TaskState;
  }

  run(name: string): number {
    return this.#runs.get(name) ?? (this.machine.state.tasks.columns.run[this.#row(name)] as number);
  }

  /** Lets later messages carry this run instead of the current one. */
  pretendRun(name: string, run: number | undefined): void {
    if (run === undefined) this.#runs.delete(name);
    else this.#runs.set(name, run);
  }

  pairs(...names: string[]): Int32Array {
    return Int32Array.from(names.flatMap((name) => [this.#row(name), this.run(name)]));
  }

  nameOf(row: number): string {
    return this.#names.get(row) ?? `row ${row}`;
  }

  /** Function 0, and function 1: the same under supervision. */
  #sendFunctions(): void {
    if (this.#hasFunctions) return;
    this.#hasFunctions = true;
    const definitions = [
      { kind: "task", name: "f" },
      { kind: "supervised", name: "f", of: 0, takesContext: false },
    ] as const;
    this.hear({ kind: "client-message", message: { kind: "functions", from: 0, definitions } });
  }

  #row(name: string): number {
    const row = this.rows.get(name);
    return row ?? expect.fail(`there is no task "${name}"`);
  }

  #future(name: string): number {
    const future = this.futures.get(name);
    return future ?? expect.fail(`task "${name}" has no future`);
  }

  /** Looks up the rows of a submission that is complete. */
  #name(names: readonly string[], submission: number): void {
    const { columns, table } = this.machine.state.tasks;
    for (let row = 0; row < table.capacity; row++) {
      if (columns.run[row] === 0 || columns.submission[row] !== submission) continue;
      this.#nameRow(names[columns.index[row] as number] as string, row);
    }
  }

  #nameRow(name: string, row: number): void {
    this.rows.set(name, row);
    this.#names.set(row, name);
  }

  #describe(fact: SchedulerEvent): string {
    if (fact.kind === "worker-added" || fact.kind === "worker-removed") return `${fact.kind} ${fact.worker}`;
    if (fact.kind === "room-needed") return `${fact.kind} ${fact.tasks}`;
    if (fact.kind === "durations-learned") {
      return `${fact.kind} ${[...fact.functions].map((fn, i) => `${fn}: ${fact.milliseconds[i]}`).join(", ")}`;
    }
    if (fact.kind === "bandwidth-learned") return `${fact.kind} ${fact.bytesPerSecond}`;
    const workers = "workers" in fact ? fact.workers : undefined;
    return `${fact.kind} ${[...fact.tasks].map((task, i) => this.nameOf(task) + (workers ? `>${workers[i]}` : "")).join(" ")}`;
  }
}

/** "input<holder", with the other holders behind it, and a mark if it may be taken away or was scattered. */
export function describeSource(harness: ReactorHarness, source: Source): string {
  const marks = `${source.mayTake ? "!" : ""}${source.isScattered ? "?" : ""}`;
  return `${harness.nameOf(source.task)}<${[source.holder, ...source.others].join("<")}${marks}`;
}

/** The compute orders of an envelope: "task@run(source of an input, ...)". */
export function computesIn(harness: ReactorHarness, turn: Turn, worker: number): string[] {
  const found: string[] = [];
  for (const message of turn.sent.get(worker) ?? []) {
    if (message.kind !== "compute") continue;
    const reader = new ComputeReader(message);
    while (reader.next()) {
      const inputs = Array.from({ length: reader.inputCount }, (_, i) => describeSource(harness, reader.source(i)));
      found.push(`${harness.nameOf(reader.task)}@${reader.run}(${inputs.join(", ")})`);
    }
  }
  return found;
}

/** The bytes that orders to a worker say of their inputs. */
export function inputBytesIn(turn: Turn, worker: number): number[] {
  const found: number[] = [];
  for (const message of turn.sent.get(worker) ?? []) {
    if (message.kind !== "compute") continue;
    const reader = new ComputeReader(message);
    while (reader.next()) for (let i = 0; i < reader.inputCount; i++) found.push(reader.source(i).bytes);
  }
  return found;
}

/** The copies that a worker is told to take: "task<holder". */
export function replicatesIn(harness: ReactorHarness, turn: Turn, worker: number): string[] {
  const found: string[] = [];
  for (const message of turn.sent.get(worker) ?? []) {
    if (message.kind !== "replicate") continue;
    const reader = new SourceReader(message.tasks);
    for (; reader.at < message.tasks.length; reader.at = reader.end) found.push(describeSource(harness, reader));
  }
  return found;
}

/** The tasks that an envelope frees or retracts: "task@run". */
export function pairsIn(harness: ReactorHarness, turn: Turn, worker: number, kind: "free" | "retract"): string[] {
  const found: string[] = [];
  for (const message of turn.sent.get(worker) ?? []) {
    if (message.kind !== kind) continue;
    for (let at = 0; at < message.tasks.length; at += 2) {
      found.push(`${harness.nameOf(message.tasks[at] as number)}@${message.tasks[at + 1]}`);
    }
  }
  return found;
}

/** The priorities of the orders in an envelope, by task. */
export function prioritiesIn(harness: ReactorHarness, turn: Turn, worker: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const message of turn.sent.get(worker) ?? []) {
    if (message.kind !== "compute") continue;
    const reader = new ComputeReader(message);
    while (reader.next()) found.set(harness.nameOf(reader.task), reader.priority);
  }
  return found;
}
