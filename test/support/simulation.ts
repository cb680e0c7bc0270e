// A whole cluster in one thread on virtual time: the real client, reactor, scheduler and workers. Every message is
// encoded and decoded; each port is first in, first out; everything else that may happen in any order does, as the seed
// says. The reactor's invariants are checked after every event.
import { expect } from "vitest";
import { unreachable } from "../../src/base/assert.ts";
import { EngineError } from "../../src/base/errors.ts";
import type { Random } from "../../src/base/random.ts";
import { seededRandom } from "../../src/base/random.ts";
import { Client } from "../../src/client/client.ts";
import { FunctionTable } from "../../src/client/function-table.ts";
import { sourceOf } from "../../src/codec/source.ts";
import { bLevels } from "../../src/graph/levels.ts";
import type { ClientToReactor } from "../../src/protocol/client-to-reactor.ts";
import type { ReactorToClient } from "../../src/protocol/reactor-to-client.ts";
import type { WorkerToReactor } from "../../src/protocol/worker-to-reactor.ts";
import type { ReactorEvent } from "../../src/reactor/events.ts";
import type { Instruction } from "../../src/reactor/instructions.ts";
import { checkInvariants } from "../../src/reactor/invariants.ts";
import { ReactorMachine } from "../../src/reactor/machine.ts";
import type { Scheduler, SchedulerEvent, SchedulerFactory } from "../../src/scheduler/scheduler.ts";
import { Assignments } from "../../src/scheduler/scheduler.ts";
import { findScheduler } from "../../src/scheduler/schedulers.ts";
import type { AnyFunction } from "../../src/worker/call-function.ts";
import { FunctionStore } from "../../src/worker/function-store.ts";
import { FactWatch } from "./fact-watch.ts";
import { wireScheduler } from "./late-scheduler.ts";
import { cloneRequest, columnsOf, plainColumns } from "./simulated-messages.ts";
import type { PeerItem, ToWorker } from "./simulated-worker.ts";
import { SimulatedWorker } from "./simulated-worker.ts";
import { Wire, Wires } from "./wires.ts";

export interface SimulationOptions {
  /** Cores of each worker to begin with. */
  readonly workers: readonly number[];
  /** A name, or a factory. */
  readonly scheduler?: string | SchedulerFactory;
  readonly seed?: number;
  /** Default: any number. */
  readonly allowedFailures?: number;
  /** Functions that the workers serve. */
  readonly tasks?: Readonly<Record<string, AnyFunction>>;
  /** A worker that is killed gets a successor with as many cores. Default true. */
  readonly replace?: boolean;
  /** The scheduler is in a thread of its own: it hears and answers whenever. */
  readonly answersLate?: boolean;
  /** Keep a record of all instructions, in `instructions`. */
  readonly trace?: boolean;
}

type FromWorker =
  | { readonly kind: "envelope"; readonly envelope: readonly WorkerToReactor[] }
  | { readonly kind: "lost" };

/** What may happen next. */
const Move = { deliver: 0, core: 1, finish: 2, slice: 3, workerTurn: 4, request: 5, reactorTurn: 6, retry: 7 } as const;
const MOVE_SIZE = 16;
/** Steps after which a run is taken for endless. */
const MAX_STEPS = 200_000;

export class Simulation {
  readonly client: Client;
  readonly reactor: ReactorMachine;
  readonly workers = new Map<number, SimulatedWorker>();
  readonly facts = new FactWatch();
  readonly random: Random;
  /** One line per instruction, if asked for. */
  readonly instructions: string[] = [];
  steps = 0;
  readonly #options: SimulationOptions;
  readonly #scheduler: Scheduler;
  readonly #assignments = new Assignments();
  readonly #plain = new Map<string, AnyFunction>();
  readonly #wires = new Wires();
  readonly #toWorker = new Map<number, Wire<ToWorker>>();
  readonly #fromWorker = new Map<number, Wire<FromWorker>>();
  readonly #peerWires = new Map<number, { readonly other: number; readonly wire: Wire<PeerItem> }[]>();
  readonly #toClient: Wire<readonly ReactorToClient[]>;
  /** To a scheduler that answers late. */
  readonly #toScheduler: Wire<readonly SchedulerEvent[]> | undefined;
  readonly #requests: ClientToReactor[] = [];
  #hasOpenSubmission = false;
  #isReactorDirty = false;
  #isClientTouched = false;
  #nextWorker = 0;
  readonly #moves: number[] = [];

  constructor(options: SimulationOptions) {
    this.#options = options;
    const seed = options.seed ?? 1;
    const { scheduler = "work-stealing" } = options;
    this.random = seededRandom(seed);
    this.#scheduler = (typeof scheduler === "string" ? findScheduler(scheduler) : scheduler)(seed);
    const { allowedFailures = Number.POSITIVE_INFINITY, answersLate = false } = options;
    this.reactor = new ReactorMachine({ allowedFailures, answersLate });
    const { name } = this.#scheduler;
    const hear = (assignments: Assignments) => this.#hear({ kind: "answered", scheduler: name, assignments });
    this.#toScheduler = answersLate ? wireScheduler(this.#wires, this.#scheduler, hear) : undefined;
    this.#toClient = new Wire<readonly ReactorToClient[]>(this.#wires, (messages) => {
      this.#isClientTouched = true;
      this.client.receive(messages);
    });
    const functions = new FunctionTable({
      describe: cachedSource,
      served: Object.keys(options.tasks ?? {}),
      onPlain: (source, fn) => this.#plain.set(source, fn as AnyFunction),
    });
    this.client = new Client({ functions, send: (message) => this.#requests.push(cloneRequest(message)) });
    for (const cores of options.workers) this.addWorker(cores);
  }

  /** Lets one thing happen; false when nothing can. */
  step(): boolean {
    const moves = this.#findMoves();
    if (moves.length === 0) return false;
    if (++this.steps > MAX_STEPS) expect.fail(`nothing ends after ${MAX_STEPS} steps`);
    const move = moves[this.random.below(moves.length)] as number;
    const worker = (): SimulatedWorker => this.workers.get(Math.floor(move / MOVE_SIZE)) as SimulatedWorker;
    switch (move % MOVE_SIZE) {
      case Move.deliver:
        this.#wires.loaded[Math.floor(move / MOVE_SIZE)]?.deliver();
        break;
      case Move.core:
        worker().offerCore();
        break;
      case Move.finish:
        worker().finishOne();
        break;
      case Move.retry:
        worker().retryOne();
        break;
      case Move.slice:
        worker().endSlice();
        break;
      case Move.workerTurn:
        worker().endTurn();
        break;
      case Move.request:
        this.#handleRequest();
        break;
      case Move.reactorTurn:
        this.turn();
        break;
    }
    return true;
  }

  /** Lets things happen until nothing can, or `steps` of them. */
  async run(steps = Number.POSITIVE_INFINITY): Promise<void> {
    await settle();
    for (let left = steps; left > 0; left--) {
      if (!this.step()) {
        await settle();
        if (!this.step()) return;
      }
      if (!this.#isClientTouched) continue;
      this.#isClientTouched = false;
      await settle();
    }
  }

  /** Runs to the end and returns what a promise came to: its value, or what it was rejected with. */
  async resultOf(promise: Promise<unknown>): Promise<unknown> {
    let outcome: { readonly value: unknown } | undefined;
    promise.then(
      (value) => {
        outcome = { value };
      },
      (error: unknown) => {
        outcome = { value: error };
      },
    );
    await this.run();
    if (outcome === undefined) return expect.fail("a promise is left pending");
    return outcome.value;
  }

  addWorker(cores = 1): number {
    const id = this.#nextWorker++;
    const worker = new SimulatedWorker(id, cores, {
      functions: new FunctionStore({
        tasks: this.#options.tasks ?? {},
        allowSource: true,
        findLocal: (source) => this.#plain.get(source),
      }),
      random: this.random,
      traced: (instruction) => this.#trace(id, instruction),
      report: (envelope) => {
        const buffers = columnsOf(envelope);
        this.#fromWorker
          .get(id)
          ?.post({ kind: "envelope", envelope: structuredClone(envelope, { transfer: buffers }) });
      },
      tellPeer: (wire, message) => wire.post({ kind: "message", message: structuredClone(message) }),
      stopped: () => {},
    });
    this.workers.set(id, worker);
    this.#toWorker.set(id, new Wire<ToWorker>(this.#wires, (item) => worker.fromReactor(item)));
    this.#fromWorker.set(id, new Wire<FromWorker>(this.#wires, (item) => this.#onWorkerItem(id, item)));
    this.#peerWires.set(id, []);
    this.#hear({ kind: "worker-joined", worker: id, cores, node: id % 2 });
    return id;
  }

  /** A worker dies; what it said last may be lost. */
  kill(id: number): void {
    const wire = this.#fromWorker.get(id);
    this.#remove(id);
    wire?.cut(this.random.below(wire.length + 1), { kind: "lost" });
  }

  /** Lets workers go in good order. */
  retire(workers: readonly number[]): void {
    this.#hear({ kind: "workers-retiring", workers });
  }

  /** Ends a turn of the reactor: the scheduler hears what happened, then all others. */
  turn(): void {
    for (const instruction of this.#hear({ kind: "scheduling-due" })) this.#perform(instruction);
    for (const instruction of this.#hear({ kind: "turn-ended" })) this.#perform(instruction);
    this.#isReactorDirty = this.reactor.hasLeftovers;
  }

  /** Nothing is left: no message, no row, no result, and the scheduler has been told that all is over. Releases nothing itself. */
  expectQuiet(): void {
    const { state } = this.reactor;
    expect(this.#wires.loaded.length, "messages are on their way").to.equal(0);
    expect(this.#requests, "requests are not handled").to.deep.equal([]);
    expect(state.tasks.count, "rows are in use").to.equal(0);
    expect(state.futures.size, "futures are known").to.equal(0);
    expect(state.submissions.size, "submissions are known").to.equal(0);
    expect(
      state.tasks.values.filter((value) => value !== undefined),
      "values are kept",
    ).to.deep.equal([]);
    expect(this.reactor.hasLeftovers, "something is left to be done").to.equal(false);
    expect([...this.facts.tasks.keys()], "tasks that the scheduler still knows").to.deep.equal([]);
    expect([...state.tasks.taking], "results are being taken away").to.deep.equal([]);
    for (const [id, { machine, executing }] of this.workers) {
      const left = { data: machine.data.count, bytes: machine.data.bytes, orders: machine.orders.count };
      const { wanted, openRequests } = machine.exchange?.fetching ?? {};
      const all = { ...left, wanted, openRequests, executing: executing.length };
      const nothing = { data: 0, bytes: 0, orders: 0, wanted: 0, openRequests: 0, executing: 0 };
      expect(all, `worker ${id}`).to.deep.equal(nothing);
    }
  }

  #findMoves(): number[] {
    const moves = this.#moves;
    moves.length = 0;
    for (let i = 0; i < this.#wires.loaded.length; i++) moves.push(i * MOVE_SIZE + Move.deliver);
    for (const [id, worker] of this.workers) {
      if (worker.machine.hasWork) moves.push(id * MOVE_SIZE + Move.core);
      if (worker.isDirty) moves.push(id * MOVE_SIZE + Move.workerTurn);
      if (worker.retries.length > 0) moves.push(id * MOVE_SIZE + Move.retry);
      if (worker.executing.length === 0) continue;
      moves.push(id * MOVE_SIZE + Move.finish);
      if (this.random.below(4) === 0) moves.push(id * MOVE_SIZE + Move.slice);
    }
    if (this.#requests.length > 0 && !this.#isHeld()) moves.push(Move.request);
    if (this.#isReactorDirty || this.reactor.hasLeftovers) moves.push(Move.reactorTurn);
    return moves;
  }

  /** As the driver does: what needs a worker waits for one. */
  #isHeld(): boolean {
    const kind = this.#requests[0]?.kind;
    return (kind === "scatter" || kind === "run") && !this.reactor.hasWorkers;
  }

  #handleRequest(): void {
    const request = this.#requests[0] as ClientToReactor;
    if (request.kind !== "submit") {
      this.#requests.shift();
      this.#hear({ kind: "client-message", message: request });
      return;
    }
    const { count } = request.graph;
    if (!this.#hasOpenSubmission) {
      this.#hasOpenSubmission = true;
      this.#hear({ kind: "submission-opened", submission: request, levels: bLevels(request.graph) });
    } else {
      this.#hear({ kind: "tasks-submitted", count: 1 + this.random.below(2 * count) });
    }
    if (this.reactor.state.open !== undefined) return;
    this.#hasOpenSubmission = false;
    this.#requests.shift();
  }

  #hear(event: ReactorEvent): readonly Instruction[] {
    this.#isReactorDirty = true;
    const instructions = this.reactor.handle(event);
    checkInvariants(this.reactor.state);
    return instructions;
  }

  #onWorkerItem(worker: number, item: FromWorker): void {
    if (item.kind === "envelope") {
      this.#hear({ kind: "worker-message", worker, envelope: item.envelope });
      return;
    }
    const cores = this.reactor.state.workers.byId.get(worker)?.cores ?? 1;
    this.#hear({ kind: "worker-lost", worker, reason: "it was killed" });
    if (this.#options.replace !== false) this.addWorker(cores);
  }

  #perform(instruction: Instruction): void {
    this.#trace(-1, instruction);
    switch (instruction.kind) {
      case "inform-scheduler":
        return this.#schedule(instruction.facts);
      case "connect":
        return this.#connect(instruction.a, instruction.b);
      case "send": {
        const { worker, envelope, transfer } = instruction;
        const wire = this.#toWorker.get(worker);
        const buffers = [...transfer, ...columnsOf(envelope)] as Transferable[];
        wire?.post({ kind: "envelope", envelope: structuredClone(envelope, { transfer: buffers }) });
        return;
      }
      case "tell-client":
        return this.#toClient.post(structuredClone(instruction.messages));
      case "notify":
        return;
      case "stop-worker": {
        const { worker } = instruction;
        this.#remove(worker);
        this.#fromWorker.get(worker)?.cut(0);
        this.#hear({ kind: "worker-lost", worker, reason: "it was retired" });
        return;
      }
      default:
        return unreachable(instruction);
    }
  }

  #schedule(facts: (Instruction & { kind: "inform-scheduler" })["facts"]): void {
    this.facts.hear(facts);
    if (this.#toScheduler !== undefined) return this.#toScheduler.post(structuredClone(facts));
    let wantsToAssign = false;
    for (const fact of facts) wantsToAssign = this.#scheduler.observe(fact) || wantsToAssign;
    if (!wantsToAssign) return;
    const assignments = this.#assignments;
    assignments.clear();
    this.#scheduler.assign(assignments);
    this.#hear({ kind: "assigned", scheduler: this.#scheduler.name, assignments });
  }

  #connect(a: number, b: number): void {
    const [workerA, workerB] = [this.workers.get(a), this.workers.get(b)];
    if (workerA === undefined || workerB === undefined) return;
    const toB = new Wire<PeerItem>(this.#wires, (item) => workerB.fromPeer(a, item), false);
    const toA = new Wire<PeerItem>(this.#wires, (item) => workerA.fromPeer(b, item), false);
    this.#peerWires.get(a)?.push({ other: b, wire: toB });
    this.#peerWires.get(b)?.push({ other: a, wire: toA });
    this.#toWorker.get(a)?.post({ kind: "peer", worker: b, out: toB, in: toA });
    this.#toWorker.get(b)?.post({ kind: "peer", worker: a, out: toA, in: toB });
  }

  /** Takes a worker out of the world: it hears nothing more; others may hear its last words, and perhaps that it is gone. */
  #remove(id: number): void {
    this.workers.delete(id);
    this.#toWorker.get(id)?.cut(0);
    this.#toWorker.delete(id);
    for (const { other, wire } of this.#peerWires.get(id) ?? []) {
      const isNoticed = this.random.below(2) === 0;
      wire.cut(this.random.below(wire.length + 1), isNoticed ? { kind: "closed" } : undefined);
      for (const back of this.#peerWires.get(other) ?? []) if (back.other === id) back.wire.cut(0);
    }
    this.#peerWires.delete(id);
  }

  #trace(who: number, instruction: unknown): void {
    if (this.#options.trace === true) this.instructions.push(`${who} ${JSON.stringify(instruction, plainColumns)}`);
  }
}

/** Lets promises run: the client sends, callers hear. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 6; i++) await undefined;
}

/** The error with which a simulated cluster closes. */
export function closedError(): EngineError<"closed"> {
  return new EngineError("closed", "the cluster is closed", { cluster: "simulation" });
}

const sources = new WeakMap<object, string>();

function cachedSource(fn: (...args: never[]) => unknown): string {
  let source = sources.get(fn);
  if (source === undefined) {
    source = sourceOf(fn);
    sources.set(fn, source);
  }
  return source;
}
