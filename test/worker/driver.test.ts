// A worker's driver whose parts come when the test wants. Everything else is real: the parts, ports, and functions.
import { describe, expect, it } from "vitest";
import { Call, packCall } from "../../src/graph/call.ts";
import { ComputeWriter } from "../../src/protocol/compute-batch.ts";
import type { ReactorToWorker } from "../../src/protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../../src/protocol/worker-to-reactor.ts";
import type { WorkerToWorker } from "../../src/protocol/worker-to-worker.ts";
import { loopbackChannel } from "../../src/transport/loopback-port.ts";
import { WorkerDriver } from "../../src/worker/driver.ts";
import * as exchangePart from "../../src/worker/exchange-entry.ts";
import { FunctionStore } from "../../src/worker/function-store.ts";
import type { WorkerHost, WorkerParts } from "../../src/worker/host-entry.ts";
import * as largePart from "../../src/worker/large-entry.ts";

const LARGE = 100_000;

function deferred<Value>() {
  let settle: readonly [(value: Value) => void, (reason: Error) => void] | undefined;
  const promise = new Promise<Value>((...both) => {
    settle = both;
  });
  const [resolve, reject] = settle as NonNullable<typeof settle>;
  return { promise, resolve, reject };
}

class Rig {
  readonly told: WorkerToReactor[] = [];
  /** What a peer was sent. */
  readonly sent: WorkerToWorker[] = [];
  readonly loads = { exchange: 0, large: 0 };
  readonly exchange = deferred<typeof exchangePart>();
  readonly large = deferred<typeof largePart>();
  routes = 0;
  readonly driver: WorkerDriver;

  constructor() {
    const { a: page, b: reactor } = loopbackChannel();
    page.listen({ message: (value) => this.told.push(...(value as WorkerToReactor[])), closed: () => {} });
    const never = (): Promise<never> => expect.fail("nothing is to be stored here");
    const parts: WorkerParts = {
      exchange: () => {
        this.loads.exchange++;
        return this.exchange.promise;
      },
      large: () => {
        this.loads.large++;
        return this.large.promise;
      },
      ...{ spill: never, pack: never, unpack: never },
    };
    const host: WorkerHost = {
      ...{ cores: 1, memoryLimit: Number.POSITIVE_INFINITY, spill: undefined, parts, reactor },
      functions: new FunctionStore({
        tasks: {},
        allowSource: true,
        parts: { load: (_name, importFile) => importFile() },
      }),
      openRoute: () => this.#openRoute(),
      routeLost: () => {},
      openLine: () => {},
      stopped: () => {},
      now: () => performance.now(),
      defer: (callback) => void setTimeout(callback, 0),
      wait: (milliseconds, callback) => {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
      failed: (error) => expect.fail(String(error)),
    };
    this.driver = new WorkerDriver(host);
  }

  say(...envelope: readonly ReactorToWorker[]): void {
    this.driver.onMessage(envelope);
  }

  /** Results of so many bytes are put here. */
  store(...values: readonly (readonly [task: number, value: unknown, bytes: number])[]): void {
    const tasks = Int32Array.from(values.flatMap(([task]) => [task, 1]));
    this.say({ kind: "store", tasks, values: values.map(([, value]) => value), bytes: values.map((each) => each[2]) });
  }

  gather(request: number, task: number): void {
    this.say({ kind: "gather", request, positions: Int32Array.of(0), tasks: Int32Array.of(task) });
  }

  offer(): Promise<void> | undefined {
    return this.driver.onMessage({ kind: "peer", worker: 7, link: 0 });
  }

  /** Requests that were answered with values, in order. */
  get answered(): number[] {
    return this.told.flatMap((message) => (message.kind === "values" ? [message.request] : []));
  }

  get notices(): string[] {
    return this.told.flatMap((message) => (message.kind === "notice" ? [message.notice.kind] : []));
  }

  #openRoute() {
    this.routes++;
    const { a, b } = loopbackChannel();
    a.listen({ message: (value) => this.sent.push(value as WorkerToWorker), closed: () => {} });
    this.peer = a;
    return b;
  }

  peer = loopbackChannel().a;
}

/** Until messages have arrived. */
const turns = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

const buffer = (): Float64Array => new Float64Array(LARGE / 8).fill(5);

describe("WorkerDriver", () => {
  it("loads nothing for small results of its own", async () => {
    const rig = new Rig();
    rig.store([1, "small", 30]);
    rig.gather(4, 1);
    await turns();
    expect(rig.answered).to.deep.equal([4]);
    expect(rig.loads).to.deep.equal({ exchange: 0, large: 0 });
  });

  it("gives back an order whose input is elsewhere, while it has no route to anybody", async () => {
    const rig = new Rig();
    const writer = new ComputeWriter();
    writer.begin(2, 1, packCall(0, Call.inputs), 0, undefined);
    writer.addInput(9, 1, 100, 4);
    rig.say({ kind: "compute", ...writer.take() });
    await turns();
    expect(rig.told).to.deep.equal([{ kind: "missing", task: 2, run: 1, input: 9, holder: 4 }]);
  });

  it("keeps a large result while the part for it is loaded, and then answers in the order of the questions", async () => {
    const rig = new Rig();
    rig.store([1, buffer(), LARGE], [2, "small", 30]);
    rig.gather(10, 1);
    rig.gather(11, 1);
    rig.gather(12, 2);
    await turns();
    expect(rig.answered, "small results do not wait").to.deep.equal([12]);
    rig.large.resolve(largePart);
    await turns();
    expect(rig.answered).to.deep.equal([12, 10, 11]);
    expect(rig.loads).to.deep.equal({ exchange: 0, large: 1 });
    const [values] = rig.told.filter((message) => message.kind === "values" && message.request === 10);
    expect(values).to.have.deep.property("values", [buffer()]);
  });

  it("moves what a peer would take away also when it asks before the part for that is there", async () => {
    const rig = new Rig();
    rig.exchange.resolve(exchangePart);
    await rig.offer();
    rig.store([1, buffer(), LARGE]);
    rig.peer.post({ kind: "fetch", tasks: Int32Array.of(1, ~1) } satisfies WorkerToWorker);
    await turns();
    expect(rig.sent).to.deep.equal([]);
    rig.large.resolve(largePart);
    await turns();
    expect(rig.sent).to.deep.equal([{ kind: "data", values: [buffer()], refused: [], moved: [0] }]);
    expect(rig.driver.machine.data.has(1, 1)).to.equal(false);
  });

  it("opens a route when the part for it is there, and wants nothing more to come before", async () => {
    const rig = new Rig();
    const loading = rig.offer();
    expect(loading).to.be.a("promise");
    expect(rig.routes).to.equal(0);
    rig.exchange.resolve(exchangePart);
    await loading;
    expect(rig.routes).to.equal(1);
    expect(rig.offer(), "the next one need not wait").to.equal(undefined);
  });

  it("opens no route when it was stopped meanwhile", async () => {
    const rig = new Rig();
    const loading = rig.offer();
    rig.driver.stop();
    rig.exchange.resolve(exchangePart);
    await loading;
    expect({ routes: rig.routes, notices: rig.notices }).to.deep.equal({ routes: 0, notices: [] });
  });

  it.each(["exchange", "large"] as const)("says that it cannot go on without the part %s", async (part) => {
    const rig = new Rig();
    rig[part].reject(new Error("Cannot load it"));
    const loading = rig.offer();
    if (part === "large") {
      rig.exchange.resolve(exchangePart);
      rig.store([1, buffer(), LARGE]);
    }
    await loading;
    await turns();
    expect(rig.notices).to.deep.equal(["script-incomplete"]);
    expect(rig.routes).to.equal(part === "large" ? 1 : 0);
  });
});
