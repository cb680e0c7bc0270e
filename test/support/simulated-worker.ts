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
import type { Wire } from "./wires.ts";

/** What comes on the wire from the reactor. */
export type ToWorker =
  | { readonly kind: "envelope"; readonly envelope: readonly ReactorToWorker[] }
  | { readonly kind: "peer"; readonly worker: number; readonly out: Wire<PeerItem>; readonly in: Wire<PeerItem> };
/** What comes on a wire from another worker. */
export type PeerItem = { readonly kind: "message"; readonly message: WorkerToWorker } | { readonly kind: "closed" };

/** What comes of a function that ran outside of scheduling. */
type Ran = WorkerToReactor & { readonly kind: "ran" };

export interface SimulatedWorkerHost {
  readonly functions: FunctionStore;
  readonly random: Random;
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
  readonly executing: (WorkerEvent | Ran)[] = [];
  /** Something was handled since the last turn ended. */
  isDirty = false;
  readonly #host: SimulatedWorkerHost;
  readonly #peers = new Map<number, Wire<PeerItem>>();
  /** Peers that have been asked and have not answered. */
  readonly #asked = new Set<number>();
  /** Peers that are to be asked again after a while. */
  readonly retries: number[] = [];

  constructor(id: number, cores: number, host: SimulatedWorkerHost) {
    this.id = id;
    this.cores = cores;
    this.#host = host;
    this.machine = wholeMachine({ cores });
  }

  fromReactor(item: ToWorker): void {
    if (item.kind === "envelope") return this.hear({ kind: "reactor-message", envelope: item.envelope });
    this.#peers.set(item.worker, item.out);
    item.in.open();
  }

  fromPeer(peer: number, item: PeerItem): void {
    if (item.kind === "closed") {
      this.#peers.delete(peer);
      this.#asked.delete(peer);
      return this.hear({ kind: "peer-lost", peer });
    }
    if (item.message.kind === "data") this.#asked.delete(peer);
    this.hear({ kind: "peer-message", peer, message: item.message, sizeOf: bytesOf });
  }

  offerCore(): void {
    this.hear({ kind: "core-offered" });
  }

  /** One of the functions that run ends. */
  finishOne(): void {
    const at = this.#host.random.below(this.executing.length);
    const event = this.executing[at] as WorkerEvent | Ran;
    this.executing[at] = this.executing.at(-1) as WorkerEvent | Ran;
    this.executing.pop();
    if (event.kind === "ran") this.#host.report([event]);
    else this.hear(event);
  }

  /** The time has passed after which one of the peers is to be asked again. */
  retryOne(): void {
    const [peer] = this.retries.splice(this.#host.random.below(this.retries.length), 1);
    this.hear({ kind: "peer-retried", peer: peer as number });
  }

  endSlice(): void {
    this.hear({ kind: "slice-ended" });
  }

  endTurn(): void {
    this.isDirty = false;
    this.#handle({ kind: "turn-ended" });
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
    return this.executing.filter(({ kind }) => kind === "ran").length;
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
        this.executing.push(this.#run(instruction));
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
      case "report-memory":
        return expect.fail(`the simulation knows no ${instruction.kind}`);
      case "stop":
        return this.#host.stopped();
      default:
        return unreachable(instruction);
    }
  }

  #execute({ task, run, fn, call, value, inputs }: WorkerInstruction & { kind: "execute" }): WorkerEvent {
    try {
      const loaded = this.#host.functions.get(fn);
      if (loaded instanceof Promise) return expect.fail("the simulation imports no modules");
      const result = callFunction(loaded, call, value, inputs);
      const duration = this.#host.random.below(8) === 0 ? 100 : 0;
      return { kind: "executed", task, run, value: result, bytes: bytesOf(result), duration };
    } catch (error) {
      return { kind: "threw", task, run, failure: encodeFailure(error) };
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

/** Cheap sizes, of all magnitudes: some are worth taking away, and a few fill a request alone. */
function bytesOf(value: unknown): number {
  if (typeof value !== "number") return 100;
  const magnitude = value % 16;
  if (magnitude === 0) return 60_000_000;
  return (magnitude < 9 ? 20_000 : 28) + (value % 1000);
}
