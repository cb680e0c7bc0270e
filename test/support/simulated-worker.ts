// A real worker machine on virtual time: functions are really called, results come back some steps later, in any order.
import { expect } from "vitest";
import { unreachable } from "../../src/base/assert.ts";
import type { Random } from "../../src/base/random.ts";
import { encodeFailure } from "../../src/codec/encode-failure.ts";
import type { ReactorToWorker } from "../../src/protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../../src/protocol/worker-to-reactor.ts";
import type { WorkerToWorker } from "../../src/protocol/worker-to-worker.ts";
import { callFunction } from "../../src/worker/call-function.ts";
import type { WorkerEvent } from "../../src/worker/events.ts";
import type { FunctionStore } from "../../src/worker/function-store.ts";
import type { WorkerInstruction } from "../../src/worker/instructions.ts";
import type { WorkerMachine } from "../../src/worker/machine.ts";
import { wholeMachine } from "../../src/worker/whole-machine.ts";
import { SimulatedStore } from "./simulated-store.ts";
import type { SimulatedMemory } from "./simulation-options.ts";
import type { Wire } from "./wires.ts";

/** What comes on the wire from the reactor. */
export type ToWorker =
  | { readonly kind: "envelope"; readonly envelope: readonly ReactorToWorker[] }
  | { readonly kind: "peer"; readonly worker: number; readonly out: Wire<PeerItem>; readonly in: Wire<PeerItem> };
/** What comes on a wire from another worker. */
export type PeerItem = { readonly kind: "message"; readonly message: WorkerToWorker } | { readonly kind: "closed" };

/** What a worker may do next. */
const WorkerMove = { core: 0, finish: 1, slice: 2, turn: 3, retry: 4, store: 5 } as const;
/** A move is a number: who, times this, and what. */
export const MOVE_SIZE = 16;

/** A function that returns this goes on until its call is interrupted; or for ever, and holds its thread. */
export const ENDLESS = "endless";
export const BLOCKING = "blocking";

/** A call that has not ended for its machine. */
interface Calling {
  readonly event: WorkerEvent | Ran;
  /** As the reactor knows it, if it is that of a task which can be interrupted. */
  readonly supervised: { readonly task: number; readonly run: number } | undefined;
  /** It ends no sooner than it is interrupted. */
  readonly isEndless: boolean;
  isInterrupted: boolean;
}

/** What comes of a function that ran outside of scheduling. */
type Ran = WorkerToReactor & { readonly kind: "ran" };

export interface SimulatedWorkerHost {
  readonly functions: FunctionStore;
  readonly random: Random;
  readonly memory?: SimulatedMemory | undefined;
  /** Hears of each instruction. */
  traced(instruction: WorkerInstruction): void;
  report(envelope: readonly WorkerToReactor[]): void;
  tellPeer(wire: Wire<PeerItem>, message: WorkerToWorker): void;
  stopped(): void;
}

export class SimulatedWorker {
  readonly id: number;
  readonly cores: number;
  readonly machine: WorkerMachine;
  /** Functions that have been called and whose end the machine has not heard of. */
  readonly executing: Calling[] = [];
  readonly store: SimulatedStore | undefined;
  /** Its thread does nothing for now; stuck: never more. */
  isHung = false;
  isStuck = false;
  /** Something was handled since the last turn ended. */
  isDirty = false;
  readonly #host: SimulatedWorkerHost;
  readonly #peers = new Map<number, Wire<PeerItem>>();
  readonly #ins = new Map<number, Wire<PeerItem>>();
  /** Peers that have been asked and have not answered. */
  readonly #asked = new Set<number>();
  /** Peers that are to be asked again after a while. */
  readonly retries: number[] = [];

  constructor(id: number, cores: number, host: SimulatedWorkerHost) {
    this.id = id;
    this.cores = cores;
    this.#host = host;
    const { memory, random } = host;
    const share = memory && { memoryLimit: memory.limit, hasStore: memory.mood !== "none" };
    this.machine = wholeMachine({ cores, ...share });
    this.store = memory && new SimulatedStore({ random, mood: memory.mood, hear: (event) => this.hear(event) });
  }

  fromReactor(item: ToWorker): void {
    if (this.isStuck) return;
    if (item.kind === "envelope") return this.#hearReactor(item.envelope);
    const isAnother = this.#peers.has(item.worker);
    this.#peers.set(item.worker, item.out);
    this.#ins.set(item.worker, item.in);
    item.in.open();
    if (!isAnother) return;
    this.#asked.delete(item.worker);
    this.hear({ kind: "peer-lost", peer: item.worker });
  }

  #hearReactor(all: readonly ReactorToWorker[]): void {
    const envelope = all.filter(({ kind }) => kind !== "interrupt" && kind !== "context");
    if (envelope.length > 0) this.hear({ kind: "reactor-message", envelope });
    for (const message of all) {
      if (message.kind !== "interrupt") continue;
      const { task, run } = message;
      const call = this.executing.find(({ supervised }) => supervised?.task === task && supervised.run === run);
      if (call !== undefined) call.isInterrupted = true;
    }
  }

  /** Its end of a route broke; false if it knows of none. */
  loseRoute(peer: number): boolean {
    if (!this.#peers.delete(peer)) return false;
    this.#ins.delete(peer);
    this.#asked.delete(peer);
    this.hear({ kind: "peer-lost", peer });
    return true;
  }

  fromPeer(peer: number, wire: Wire<PeerItem>, item: PeerItem): void {
    if (this.isStuck || this.#ins.get(peer) !== wire) return; // there is another route now
    if (item.kind === "closed") {
      this.loseRoute(peer);
      return;
    }
    if (item.message.kind === "data") this.#asked.delete(peer);
    this.hear({ kind: "peer-message", peer, message: item.message, sizeOf: bytesOf });
  }

  /** Adds what it may do next. */
  addMoves(moves: number[]): void {
    if (this.isHung || this.isStuck) return;
    const first = this.id * MOVE_SIZE;
    if (this.machine.hasWork) moves.push(first + WorkerMove.core);
    if (this.isDirty) moves.push(first + WorkerMove.turn);
    if (this.retries.length > 0) moves.push(first + WorkerMove.retry);
    if (this.store?.isBusy === true) moves.push(first + WorkerMove.store);
    if (this.executing.length === 0) return;
    if (this.executing.some(mayEnd)) moves.push(first + WorkerMove.finish);
    if (this.#host.random.below(4) === 0 && this.machine.hasUnreported) moves.push(first + WorkerMove.slice);
  }

  act(move: number): void {
    switch (move) {
      case WorkerMove.core:
        return this.hear({ kind: "core-offered" });
      case WorkerMove.finish:
        return this.#finishOne();
      case WorkerMove.slice:
        return this.hear({ kind: "slice-ended" });
      case WorkerMove.turn:
        this.isDirty = false;
        return this.#handle({ kind: "turn-ended" });
      case WorkerMove.retry:
        return this.#retryOne();
      case WorkerMove.store:
        return this.store?.endOne();
    }
  }

  /** One of the functions that run ends. */
  #finishOne(): void {
    const ending = this.executing.filter(mayEnd);
    const call = ending[this.#host.random.below(ending.length)] as Calling;
    this.executing.splice(this.executing.indexOf(call), 1);
    const { event, supervised, isInterrupted } = call;
    if (supervised !== undefined && isInterrupted) this.#host.report([{ kind: "interrupted", ...supervised }]);
    if (event.kind === "ran") this.#host.report([event]);
    else this.hear(event);
  }

  /** The time has passed after which one of the peers is to be asked again. */
  #retryOne(): void {
    const [peer] = this.retries.splice(this.#host.random.below(this.retries.length), 1);
    this.hear({ kind: "peer-retried", peer: peer as number });
  }

  hear(event: WorkerEvent): void {
    this.isDirty = true;
    this.#handle(event);
  }

  #handle(event: WorkerEvent): void {
    for (const instruction of this.machine.handle(event)) this.#perform(instruction);
    const { executing } = this.machine.orders;
    if (executing.length > this.cores)
      expect.fail(`worker ${this.id} runs ${executing.length} tasks on ${this.cores} cores`);
    if (executing.length !== this.executing.length - this.#runs)
      expect.fail(`worker ${this.id} lost count of what it runs`);
  }

  get #runs(): number {
    return this.executing.filter(({ event }) => event.kind === "ran").length;
  }

  #perform(instruction: WorkerInstruction): void {
    this.#host.traced(instruction);
    switch (instruction.kind) {
      case "define":
        return this.#host.functions.define(instruction.from, instruction.definitions);
      case "execute":
        this.executing.push(this.#execute(instruction));
        return;
      case "run":
        this.executing.push(unsupervised(this.#run(instruction)));
        return;
      case "send-values": {
        const { request, positions, values } = instruction;
        return this.#host.report([{ kind: "values", request, positions, values, failed: [] }]);
      }
      case "report":
        return this.#host.report(instruction.envelope);
      case "tell-peer":
        return this.#tellPeer(instruction.peer, instruction.message);
      case "send-data":
        return this.#sendData(instruction);
      case "retry-peer":
        this.retries.push(instruction.peer);
        return;
      case "account":
        return;
      case "store":
      case "load":
      case "unstore":
        return this.store?.perform(instruction);
      case "report-memory":
      case "rest-store":
        return expect.fail(`the simulation knows no ${instruction.kind}`);
      case "stop":
        return this.#host.stopped();
      default:
        return unreachable(instruction);
    }
  }

  /** A supervised call is told of before it is made, and cannot be taken back then. */
  #execute({ task, run, fn, call, value, inputs }: WorkerInstruction & { kind: "execute" }): Calling {
    const definition = this.#host.functions.definitions[fn];
    const isSupervised = definition?.kind === "supervised";
    if (isSupervised) this.#host.report([{ kind: "started", tasks: Int32Array.of(task, run) }]);
    const supervised = isSupervised ? { task, run } : undefined;
    try {
      const loaded = this.#host.functions.get(isSupervised ? definition.of : fn);
      if (loaded instanceof Promise) return expect.fail("the simulation imports no modules");
      const result = callFunction(loaded, call, value, inputs);
      if (result === BLOCKING) this.isStuck = true;
      const duration = this.#host.random.below(8) === 0 ? 100 : 0;
      const event = { kind: "executed", task, run, value: result, bytes: bytesOf(result), duration } as const;
      return { event, supervised, isEndless: result === ENDLESS, isInterrupted: false };
    } catch (error) {
      return { ...unsupervised({ kind: "threw", task, run, failure: encodeFailure(error) }), supervised };
    }
  }

  #run({ request, fn, args }: WorkerInstruction & { kind: "run" }): Ran {
    try {
      const loaded = this.#host.functions.get(fn);
      if (loaded instanceof Promise) return expect.fail("the simulation imports no modules");
      return { kind: "ran", request, value: loaded(...args) };
    } catch (error) {
      return { kind: "ran", request, value: undefined, failure: encodeFailure(error) };
    }
  }

  #tellPeer(peer: number, message: WorkerToWorker): void {
    const wire = this.#peers.get(peer);
    if (wire === undefined) return this.hear({ kind: "peer-lost", peer });
    if (this.#asked.has(peer)) expect.fail(`worker ${this.id} asks worker ${peer} before it has answered`);
    this.#asked.add(peer);
    this.#host.tellPeer(wire, message);
  }

  /** Some of what may be moved is copied, and some of what could be sent is refused for now. */
  #sendData({ peer, tasks, values, refused, movable }: WorkerInstruction & { kind: "send-data" }): void {
    const { random } = this.#host;
    const wire = this.#peers.get(peer);
    if (wire === undefined) return;
    const sent = [...values];
    const all = [...refused];
    const moved: number[] = [];
    for (const position of values.keys()) {
      if (refused.some((refusal) => refusal.position === position)) continue;
      const chance = random.below(8);
      if (chance === 0) {
        sent[position] = undefined;
        all.push({ position, reason: "busy" });
      } else if (chance > 1 && movable.includes(position)) {
        moved.push(position);
      }
    }
    this.#host.tellPeer(wire, { kind: "data", values: sent, refused: all, moved });
    if (moved.length === 0) return;
    const given = moved.map((position) => tasks[2 * position] as number);
    this.hear({ kind: "given-away", tasks: given });
    const kept = given.find((task) => this.machine.data.hasAny(task));
    if (kept !== undefined) expect.fail(`worker ${this.id} still has result ${kept}, which it has given away`);
  }
}

const unsupervised = (event: WorkerEvent | Ran): Calling => ({
  event,
  supervised: undefined,
  isEndless: false,
  isInterrupted: false,
});

const mayEnd = ({ isEndless, isInterrupted }: Calling): boolean => !isEndless || isInterrupted;

/** Cheap sizes, of all magnitudes: some are worth taking away, and a few fill a request alone. */
function bytesOf(value: unknown): number {
  if (typeof value !== "number") return 100;
  const magnitude = value % 16;
  if (magnitude === 0) return 60_000_000;
  return (magnitude < 9 ? 20_000 : 28) + (value % 1000);
}
