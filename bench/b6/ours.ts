// The engine's own road between two workers: its worker script, spoken to as a reactor does, with no books on the page.
// Worker 0 holds values; worker 1 is ordered to compute a task that takes all of them, and says when it has.
import { Call, packCall } from "../../src/graph/call.ts";
import { PROTOCOL_VERSION } from "../../src/protocol/boot.ts";
import { ComputeWriter } from "../../src/protocol/compute-batch.ts";
import { FINISHED_SIZE } from "../../src/protocol/finished-batch.ts";
import type { ReactorToWorker } from "../../src/protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../../src/protocol/worker-to-reactor.ts";
import type { Port } from "../../src/transport/port.ts";
import { Exchange } from "../../src/transport/relay.ts";
import type { Road } from "./bare.ts";

export type Mode = "moved" | "copied" | "shared";

export interface Ours {
  /** Milliseconds for worker 1 to take `count` values of `bytes` bytes each. */
  run(mode: Mode, count: number, bytes: number): Promise<number>;
  end(): void;
}

/** Functions of the table. */
const MAKE = 0;
const LOOK = 1;
const LINK = 0;
const RUN = 1;

export async function startOurs(road: Road): Promise<Ours> {
  const exchange = new Exchange();
  const a = new EngineWorker(exchange);
  const b = new EngineWorker(exchange);
  await Promise.all([a.ready(0), b.ready(1)]);
  const ends = road === "port" ? new MessageChannel() : undefined;
  if (ends === undefined) exchange.connect(LINK, a.port, b.port);
  a.offer(1, ends?.port1);
  b.offer(0, ends?.port2);
  for (const worker of [a, b]) worker.tell([{ kind: "functions", from: 0, definitions: FUNCTIONS }]);
  let held = { name: "", tasks: pairsOf(0) };
  /** Has worker 0 hold fresh values; those that are copied stay as they are. */
  const hold = async (mode: Mode, count: number, bytes: number): Promise<void> => {
    const name = `${mode} ${count} ${bytes}`;
    if (mode === "copied" && held.name === name) return;
    a.tell([{ kind: "free", tasks: held.tasks.slice() }]);
    held = { name, tasks: pairsOf(count) };
    const writer = new ComputeWriter();
    for (let i = 0; i < count; i++) writer.begin(i, RUN, packCall(MAKE, Call.args), i, [bytes, mode]);
    await a.compute(writer, count);
  };
  return {
    async run(mode, count, bytes) {
      await hold(mode, count, bytes);
      const orders = new ComputeWriter();
      orders.begin(count, RUN, packCall(LOOK, Call.list), 0, undefined);
      for (let i = 0; i < count; i++) {
        orders.addInput(i, RUN, mode === "shared" ? Math.min(bytes, 4096) : bytes, 0);
        if (mode === "moved" && bytes >= 16_384) orders.letTake();
      }
      const start = performance.now();
      await b.compute(orders, 1);
      const elapsed = performance.now() - start;
      b.tell([{ kind: "free", tasks: pairsOf(count + 1) }]);
      await b.settled();
      await a.settled();
      return elapsed;
    },
    end: () => [a, b].forEach((worker) => worker.end()),
  };
}

const FUNCTIONS = [
  {
    kind: "source",
    name: "make",
    source: `(bytes, mode) => {
      const list = new Uint8Array(mode === "shared" ? new SharedArrayBuffer(bytes) : bytes);
      if (mode === "copied") list.fill(1);
      else list[0] = list[bytes - 1] = 1;
      return list;
    }`,
  },
  {
    kind: "source",
    name: "look",
    source: `(lists) => {
      for (const list of lists)
        if (list[0] + list[list.length - 1] !== 2) throw new Error("a value is not what was made");
      return 0;
    }`,
  },
] as const;

/** Pairs (task, run) of the first tasks. */
function pairsOf(count: number): Int32Array {
  return Int32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? i >> 1 : RUN));
}

/** One worker of the engine, and what is expected of it. */
class EngineWorker {
  readonly port: Port;
  readonly #worker = new Worker("./worker.js", { type: "module" });
  readonly #exchange: Exchange;
  #settle: () => void = () => {};
  #due = 0;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    this.port = {
      post: (message, transfer = []) => this.#worker.postMessage(message, [...transfer] as Transferable[]),
      listen() {},
      close() {},
    };
    this.#worker.onmessage = ({ data }) => this.#hear(data);
  }

  async ready(worker: number): Promise<void> {
    await this.#next();
    this.port.post({
      kind: "hello",
      version: PROTOCOL_VERSION,
      role: "worker",
      worker,
      cores: 1,
      listGlobals: false,
      allowSource: true,
      memoryLimit: 4e9,
      spill: undefined,
    });
    await this.#next();
  }

  offer(worker: number, port: MessagePort | undefined): void {
    const offer = { kind: "peer", worker, link: LINK };
    this.port.post(port === undefined ? offer : { ...offer, port }, port === undefined ? [] : [port]);
  }

  tell(envelope: readonly ReactorToWorker[]): void {
    this.port.post(envelope);
  }

  /** Until `count` tasks have been computed. */
  compute(writer: ComputeWriter, count: number): Promise<void> {
    const batch = writer.take();
    this.#due = count;
    const done = this.#next();
    this.port.post([{ kind: "compute", ...batch }], [batch.tasks.buffer]);
    return done;
  }

  /** Until everything that was said before has been heard. */
  settled(): Promise<void> {
    const done = this.#next();
    this.tell([{ kind: "report-memory" }]);
    return done;
  }

  end(): void {
    this.tell([{ kind: "stop" }]);
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  #hear(value: unknown): void {
    if (!Array.isArray(value)) {
      if (!this.#exchange.take(this.port, value)) this.#settle();
      return;
    }
    for (const message of value as readonly WorkerToReactor[]) {
      if (message.kind === "failed") throw new Error(`Cannot bench: ${JSON.stringify(message.failure)}`);
      if (message.kind === "notice") this.#settle();
      if (message.kind !== "finished") continue;
      this.#due -= message.tasks.length / FINISHED_SIZE;
      if (this.#due === 0) this.#settle();
    }
  }
}
