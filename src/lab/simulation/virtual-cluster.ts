// A whole cluster on virtual time, and the client's part in it: it submits one graph and asks for the results that no task
// takes. Every way between two of them is first in, first out.
import { invariant, unreachable } from "../../base/assert.ts";
import { Call, packCall } from "../../graph/call.ts";
import { bLevels, sinks } from "../../graph/levels.ts";
import type { GraphColumns } from "../../graph/task-graph.ts";
import type { Submission } from "../../protocol/client-to-reactor.ts";
import { FINISHED_SIZE } from "../../protocol/finished-batch.ts";
import type { ReactorToClient } from "../../protocol/reactor-to-client.ts";
import type { ReactorToWorker } from "../../protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../../protocol/worker-to-reactor.ts";
import type { WorkerToWorker } from "../../protocol/worker-to-worker.ts";
import type { SchedulerFactory } from "../../scheduler/scheduler.ts";
import { ZeroWorker } from "../../worker/zero-worker.ts";
import type { PaperGraph } from "../graphs/paper-graph.ts";
import { PAPER_TABLE } from "../graphs/table.ts";
import { Actor, EventQueue } from "./event-queue.ts";
import { Links, SERVER_NODE } from "./links.ts";
import type { NetworkModel } from "./network.ts";
import type { ServerModel } from "./server-model.ts";
import { VirtualServer } from "./virtual-server.ts";
import type { VirtualResult } from "./virtual-worker.ts";
import { VirtualWorker } from "./virtual-worker.ts";

export interface VirtualClusterOptions {
  readonly graph: PaperGraph;
  readonly scheduler: SchedulerFactory;
  readonly nodes: number;
  readonly workersPerNode: number;
  /** Tasks that a worker computes at a time. Default 1. */
  readonly cores?: number;
  readonly seed: number;
  readonly network: NetworkModel;
  readonly server: ServerModel;
  /** Workers that compute nothing, transfer nothing and answer at once: what remains is the server. Default false. */
  readonly zero?: boolean;
  /** What a task computes from what its inputs computed. Default: nothing. */
  readonly evaluate?: (task: number, inputs: readonly unknown[]) => unknown;
}

const REQUEST = 0;

export class VirtualCluster {
  readonly queue = new EventQueue();
  readonly server: VirtualServer;
  /** Those that have heard anything, by id: a worker is made when it does. None if they are zero workers. */
  readonly #workers: (VirtualWorker | undefined)[] = [];
  readonly #zeros: readonly ZeroWorker[];
  readonly transfers = { count: 0, bytes: 0 };
  /** Messages between workers. */
  peerMessages = 0;
  /** Tasks computed. */
  executed = 0;
  readonly executedBy: Int32Array;
  /** By position: what the tasks that no task takes computed. */
  readonly values: unknown[] = [];
  /** When the client had all results; undefined until then. */
  endedAt: number | undefined;
  readonly #options: VirtualClusterOptions;
  readonly #links: Links;
  readonly #serverNode: number;
  readonly #columns: GraphColumns;
  readonly #sinks: readonly number[];
  #missing: number;
  /** By way: when the last message arrives. */
  readonly #lastArrivals = new Map<number, number>();

  constructor(options: VirtualClusterOptions) {
    const { nodes, workersPerNode, cores = 1, network, graph, seed } = options;
    this.#options = options;
    this.#links = new Links(network, nodes);
    this.#serverNode = network.server === "near" ? 0 : SERVER_NODE;
    const count = nodes * workersPerNode;
    const ids = Array.from({ length: count }, (_, worker) => worker);
    this.executedBy = new Int32Array(count);
    this.#zeros = options.zero === true ? ids.map((id) => new ZeroWorker(id)) : [];
    this.server = new VirtualServer({
      queue: this.queue,
      model: options.server,
      scheduler: options.scheduler(seed),
      hasInputs: (task) => (graph.inputOffsets[task + 1] as number) > (graph.inputOffsets[task] as number),
      connect: (at, a, b) => this.#connect(at, a, b),
      send: (at, worker, envelope) => this.#send(at, worker, envelope),
      tellClient: (at, messages) => this.queue.at(at, Actor.client, () => this.#tellClient(messages)),
    });
    this.server.begin(ids.map((id) => ({ cores, node: this.#nodeOf(id) })));
    this.#columns = columnsOf(graph);
    this.#sinks = sinks(this.#columns);
    this.#missing = this.#sinks.length;
    this.#submit();
  }

  /** Lets the next thing happen; false if nothing can. */
  step(): boolean {
    return this.queue.next();
  }

  get workers(): readonly VirtualWorker[] {
    return this.#workers.filter((worker) => worker !== undefined);
  }

  #nodeOf(worker: number): number {
    return Math.floor(worker / this.#options.workersPerNode);
  }

  #worker(id: number): VirtualWorker {
    const known = this.#workers[id];
    if (known !== undefined) return known;
    const node = this.#nodeOf(id);
    const worker = new VirtualWorker(id, {
      queue: this.queue,
      costs: this.#options.server.worker,
      cores: this.#options.cores ?? 1,
      execute: (task, inputs) => this.#execute(id, task, inputs as readonly VirtualResult[]),
      report: (at, envelope, bytes) => this.#report(at, id, envelope, bytes),
      tellPeer: (at, peer, message, bytes) => this.#tellPeer(at, id, peer, message, bytes),
      mayMoveTo: (peer) => this.#options.network.movesResults && this.#nodeOf(peer) === node,
    });
    this.#workers[id] = worker;
    return worker;
  }

  #execute(
    worker: number,
    task: number,
    inputs: readonly VirtualResult[],
  ): { readonly result: VirtualResult; readonly milliseconds: number } {
    const { graph, evaluate } = this.#options;
    this.#note(worker, 1);
    const value = evaluate?.(
      task,
      inputs.map((input) => input.value),
    );
    const result = { task, bytes: graph.bytes[task] as number, value };
    return { result, milliseconds: graph.milliseconds[task] as number };
  }

  /** The client optimises, packs and sends the graph, and asks at once for what it wants. */
  #submit(): void {
    const { graph, server } = this.#options;
    const columns = this.#columns;
    const api = PAPER_TABLE.find((row) => familyOf(row.graph) === familyOf(graph.name))?.api ?? "F";
    const wants = Int32Array.from(this.#sinks.flatMap((task, future) => [task, future]));
    const futures = Int32Array.from(this.#sinks.keys());
    const submission: Submission = {
      ...{ kind: "submit", submission: 0, graph: columns, functions: NOTHING, externals: NOTHING },
      ...{ wants, transfers: [], priority: 0 },
    };
    const definitions = graph.kinds.map((name) => ({ kind: "task", name }) as const);
    this.queue.at(server.clientPerTask[api] * columns.count, Actor.client, () => {
      const functions = { kind: "functions", from: 0, definitions } as const;
      this.server.receive({ kind: "client-message", message: functions });
      this.server.submit(submission, bLevels(columns), {
        kind: "client-message",
        message: { kind: "gather", request: REQUEST, futures, isReleasing: false },
      });
    });
  }

  #tellClient(messages: readonly ReactorToClient[]): void {
    for (const message of messages) {
      switch (message.kind) {
        case "values":
          this.#takeValues(message.positions, message.values as readonly VirtualResult[]);
          break;
        case "failed":
          invariant(false, `simulated task ${message.index} failed`);
          break;
        case "finished":
        case "context":
        case "slice":
        case "ran":
          break;
        default:
          unreachable(message);
      }
    }
  }

  #takeValues(positions: Int32Array, values: readonly (VirtualResult | null)[]): void {
    positions.forEach((position, i) => {
      this.values[position] = values[i]?.value;
    });
    this.#missing -= positions.length;
    if (this.#missing > 0) return;
    this.endedAt = this.queue.now;
    const futures = Int32Array.from(this.#sinks.keys());
    this.server.receive({ kind: "client-message", message: { kind: "release", futures } });
  }

  #connect(at: number, a: number, b: number): void {
    if (this.#zeros.length > 0 || this.#nodeOf(a) === this.#nodeOf(b)) return;
    const offer = (to: number, peer: number): void => {
      this.#arrive(this.#wayTo(to), at + this.#links.between(this.#serverNode, this.#nodeOf(to)).latency, to, () =>
        this.#worker(to).receive({ kind: "far-peer", peer }),
      );
    };
    offer(a, b);
    offer(b, a);
  }

  #send(at: number, worker: number, envelope: readonly ReactorToWorker[]): void {
    const { arrived } = this.#links.send(at, this.#serverNode, this.#nodeOf(worker), 0);
    this.#arrive(this.#wayTo(worker), arrived, worker, () => {
      const zero = this.#zeros[worker];
      if (zero === undefined) return this.#worker(worker).receive({ kind: "envelope", envelope });
      const answer = zero.handle(envelope);
      if (answer === undefined) return;
      for (const message of answer) {
        if (message.kind === "finished") this.#note(worker, message.tasks.length / FINISHED_SIZE);
      }
      this.#report(this.queue.now, worker, answer, 0);
    });
  }

  #note(worker: number, tasks: number): void {
    this.executed += tasks;
    this.executedBy[worker]! += tasks;
  }

  #report(at: number, worker: number, envelope: readonly WorkerToReactor[], bytes: number): number {
    const { left, arrived } = this.#links.send(at, this.#nodeOf(worker), this.#serverNode, bytes);
    this.#arrive(this.#wayFrom(worker), arrived, Actor.server, () =>
      this.server.receive({ kind: "worker-message", worker, envelope }),
    );
    return left;
  }

  #tellPeer(at: number, from: number, to: number, message: WorkerToWorker, bytes: number): number {
    this.peerMessages++;
    if (message.kind === "data") {
      this.transfers.count += message.values.length - message.refused.length;
      this.transfers.bytes += bytes;
    }
    const { left, arrived } = this.#links.send(at, this.#nodeOf(from), this.#nodeOf(to), bytes);
    this.#arrive(this.#wayBetween(from, to), arrived, to, () =>
      this.#worker(to).receive({ kind: "peer-message", peer: from, message }),
    );
    return left;
  }

  /** What goes the same way arrives in the order in which it left. */
  #arrive(way: number, time: number, actor: number, happen: () => void): void {
    const arrival = Math.max(time, this.#lastArrivals.get(way) ?? 0);
    this.#lastArrivals.set(way, arrival);
    this.queue.at(arrival, actor, happen);
  }

  #wayTo(worker: number): number {
    return this.#wayBetween(worker, worker);
  }

  #wayFrom(worker: number): number {
    return ~worker;
  }

  #wayBetween(from: number, to: number): number {
    return from * this.executedBy.length + to;
  }
}

const NOTHING = new Int32Array(0);

const familyOf = (name: string): string | undefined => name.split("-", 1)[0];

/** Rows of a new reactor are given out from 0 on: a task has the same number there as in the graph. */
function columnsOf({ kindOf, inputOffsets, inputs }: PaperGraph): GraphColumns {
  const calls = new Int32Array(kindOf.length);
  for (let task = 0; task < calls.length; task++) calls[task] = packCall(kindOf[task] as number, Call.inputs);
  return { count: kindOf.length, calls, inputOffsets, inputs, values: [] };
}
