// A whole cluster in one thread on virtual time: the real client, reactor, scheduler and workers. Every message is
// encoded and decoded; each port is first in, first out; everything else that may happen in any order does, as the seed
// says. The reactor's invariants are checked after every event.
import { expect } from "vitest";
import { unreachable } from "../../src/base/assert.ts";
import { EngineError } from "../../src/base/errors.ts";
import type { Random } from "../../src/base/random.ts";
import { seededRandom } from "../../src/base/random.ts";
import type { WorkerLoss } from "../../src/base/worker-loss.ts";
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
import type { Scheduler, SchedulerEvent } from "../../src/scheduler/scheduler.ts";
import { Assignments } from "../../src/scheduler/scheduler.ts";
import { findScheduler } from "../../src/scheduler/schedulers.ts";
import type { AnyFunction } from "../../src/worker/call-function.ts";
import { FunctionStore } from "../../src/worker/function-store.ts";
import { FactWatch } from "./fact-watch.ts";
import { wireScheduler } from "./late-scheduler.ts";
import { checkQuiet } from "./quiet.ts";
import { SimulatedClocks } from "./simulated-clocks.ts";
import { cloneRequest, columnsOf, plainColumns, repeatable } from "./simulated-messages.ts";
import { SimulatedRoutes } from "./simulated-routes.ts";
import type { ToWorker } from "./simulated-worker.ts";
import { MOVE_SIZE, SimulatedWorker } from "./simulated-worker.ts";
import type { SimulationOptions } from "./simulation-options.ts";
import { Wire, Wires } from "./wires.ts";

type FromWorker =
  | { readonly kind: "envelope"; readonly envelope: readonly WorkerToReactor[] }
  | { readonly kind: "route-lost"; readonly other: number }
  | { readonly kind: "lost" };

/** What may happen next, beside what workers do. */
const Move = { deliver: 8, request: 9, reactorTurn: 10, clock: 11 } as const;
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
  readonly #routes: SimulatedRoutes;
  readonly #clocks = new SimulatedClocks();
  /** What workers have said that they might say again. */
  readonly #said: { readonly worker: number; readonly envelope: readonly WorkerToReactor[] }[] = [];
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
    this.#routes = new SimulatedRoutes({
      wires: this.#wires,
      random: this.random,
      workers: this.workers,
      offer: (worker, offer) => this.#toWorker.get(worker)?.post(offer),
    });
    this.#toClient = new Wire<readonly ReactorToClient[]>(this.#wires, (messages) => {
      this.#isClientTouched = true;
      this.client.receive(messages);
    });
    const functions = new FunctionTable({
      describe: (fn) => (typeof fn === "string" ? fn : cachedSource(fn)),
      served: Object.keys(options.tasks ?? {}),
      onPlain: (source, fn) => this.#plain.set(source, fn as AnyFunction),
    });
    this.client = new Client({ functions, send: (message) => void this.#requests.push(cloneRequest(message)) });
    for (const cores of options.workers) this.addWorker(cores);
  }

  /** Lets one thing happen; false when nothing can. */
  step(): boolean {
    const moves = this.#findMoves();
    if (moves.length === 0) return false;
    if (++this.steps > MAX_STEPS) expect.fail(`nothing ends after ${MAX_STEPS} steps`);
    const move = moves[this.random.below(moves.length)] as number;
    const which = Math.floor(move / MOVE_SIZE);
    switch (move % MOVE_SIZE) {
      case Move.deliver:
        this.#wires.loaded[which]?.deliver();
        break;
      case Move.request:
        this.#handleRequest();
        break;
      case Move.reactorTurn:
        this.turn();
        break;
      case Move.clock:
        this.#hear(this.#clocks.takeOne(this.random) as ReactorEvent);
        break;
      default:
        this.workers.get(which)?.act(move % MOVE_SIZE);
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
        parts: { load: (_name, importFile) => importFile() },
      }),
      random: this.random,
      memory: this.#options.memory,
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
    const instructions = this.#hear({ kind: "turn-ended" });
    this.#isReactorDirty = this.reactor.hasLeftovers;
    for (const instruction of instructions) this.#perform(instruction);
  }

  /** A worker's thread is stuck: it hears and does nothing until it is killed, or goes on. */
  hang(id: number, isHung: boolean): void {
    const worker = this.workers.get(id);
    if (worker === undefined) return;
    worker.isHung = isHung;
    if (isHung) this.#toWorker.get(id)?.hold();
    else this.#toWorker.get(id)?.open();
  }

  /** What a worker says stays on its way for a while. */
  stall(id: number, isStalled: boolean): void {
    if (isStalled) this.#fromWorker.get(id)?.hold();
    else this.#fromWorker.get(id)?.open();
  }

  /** Everything that is held back comes, from the dead too. */
  letFlow(): void {
    for (const wire of this.#fromWorker.values()) wire.open();
  }

  /** The route between two workers breaks: one of them notices, and says so. Its last words may be lost. */
  breakRoute(id: number, other: number): void {
    if (this.#routes.break(id, other)) this.#fromWorker.get(id)?.post({ kind: "route-lost", other });
  }

  /** Something that a worker, which may be dead, has said comes once more. */
  repeat(pick: number): void {
    const again = this.#said[pick % this.#said.length];
    if (again !== undefined) this.#hear({ kind: "worker-message", ...again });
  }

  /** Nothing is left: no message, no row, no result, and the scheduler has been told that all is over. Releases nothing itself. */
  expectQuiet(): void {
    checkQuiet(this, { messages: this.#wires.loaded.length, requests: this.#requests.length });
    expect(this.#clocks.size, "clocks run").to.equal(0);
  }

  #findMoves(): number[] {
    const moves = this.#moves;
    moves.length = 0;
    for (let i = 0; i < this.#wires.loaded.length; i++) moves.push(i * MOVE_SIZE + Move.deliver);
    for (const worker of this.workers.values()) worker.addMoves(moves);
    if (this.#requests.length > 0 && !this.#isHeld()) moves.push(Move.request);
    if (this.#clocks.size > 0 && (moves.length === 0 || this.random.below(8) === 0)) moves.push(Move.clock);
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
      const again = repeatable(item.envelope);
      if (again.length > 0) this.#said.push({ worker, envelope: again });
      this.#hear({ kind: "worker-message", worker, envelope: item.envelope });
      return;
    }
    if (item.kind === "route-lost") return this.#routes.connect(worker, item.other);
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
        return this.#routes.connect(instruction.a, instruction.b);
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
      case "watch-run":
      case "unwatch-run":
      case "wait":
        return this.#clocks.perform(instruction);
      case "end-worker":
        return this.#end(instruction.worker, { reason: instruction.reason, loss: "hung" });
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

  /** Takes a worker out of the world: it hears nothing more. */
  #remove(id: number): void {
    this.workers.delete(id);
    this.#toWorker.get(id)?.cut(0);
    this.#toWorker.delete(id);
    this.#routes.remove(id);
  }

  /** The reactor has a worker terminated, and hears nothing more of it. */
  #end(worker: number, loss: { readonly reason: string; readonly loss: WorkerLoss }): void {
    const cores = this.reactor.state.workers.byId.get(worker)?.cores ?? 1;
    this.#remove(worker);
    this.#fromWorker.get(worker)?.cut(0);
    this.#hear({ kind: "worker-lost", worker, ...loss });
    if (this.#options.replace !== false) this.addWorker(cores);
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
