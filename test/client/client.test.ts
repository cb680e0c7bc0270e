import { describe, expect, it } from "vitest";
import { isEngineError } from "../../src/base/errors.ts";
import { asCompleted } from "../../src/client/as-completed.ts";
import { Client } from "../../src/client/client.ts";
import { FunctionTable } from "../../src/client/function-table.ts";
import type { Future } from "../../src/client/future.ts";
import { transfer } from "../../src/codec/transfer.ts";
import { TaskGraph } from "../../src/graph/task-graph.ts";
import type { ClientToReactor } from "../../src/protocol/client-to-reactor.ts";
import { closedError, Simulation, settle } from "../support/simulation.ts";

const add = (a: number, b: number): number => a + b;
const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
const show = (...args: readonly unknown[]): readonly unknown[] => args;
const boom = (): never => {
  throw new RangeError("boom");
};

function simulation(workers = 2): Simulation {
  return new Simulation({ workers: Array.from({ length: workers }, () => 1), seed: 3 });
}

/** A client alone, and what it sends. */
function alone(): { readonly client: Client; readonly sent: ClientToReactor[] } {
  const sent: ClientToReactor[] = [];
  const functions = new FunctionTable({ describe: String, served: ["inc"], onPlain: () => {} });
  return { client: new Client({ functions, send: (message) => sent.push(message) }), sent };
}

/** The error that a promise rejects with while the simulation runs. */
async function errorOf(sim: Simulation, promise: Promise<unknown>): Promise<Error> {
  const error = await sim.resultOf(promise);
  return error instanceof Error ? error : expect.fail(`it was fulfilled with ${String(error)}`);
}

describe("Client.submit", () => {
  it("finds futures anywhere in arguments, and leaves the caller's data as it was", async () => {
    const sim = simulation();
    const [one, two] = [sim.client.submit(add, [0, 1]), sim.client.submit(add, [1, 1])];
    const nested = { a: [one, { b: two }], map: new Map([["k", one]]), set: new Set([two]) };
    const future = sim.client.submit(show, [one, nested, 7]);
    expect(await sim.resultOf(future.result())).to.deep.equal([
      1,
      { a: [1, { b: 2 }], map: new Map([["k", 1]]), set: new Set([2]) },
      7,
    ]);
    expect(nested.a[0]).to.equal(one);
    expect(nested.map.get("k")).to.equal(one);
  });

  it("hands over all that is submitted in one turn of the event loop as one graph", async () => {
    const { client, sent } = alone();
    const one = client.submit(add, [1, 2]);
    client.submit(add, [one, one]);
    client.map(add, [
      [1, 2],
      [3, 4],
    ]);
    await settle();
    expect(sent.map(({ kind }) => kind)).to.deep.equal(["functions", "submit"]);
    expect(sent[1]?.kind === "submit" && sent[1].graph.count).to.equal(4);
  });

  it("sends a graph of its own per priority, in order", async () => {
    const { client, sent } = alone();
    const one = client.submit(add, [1, 2]);
    client.submit(add, [one, 1], { priority: 5 });
    client.submit(add, [one, 2]);
    await settle();
    const graphs = sent.filter((each) => each.kind === "submit");
    expect(graphs.map(({ priority }) => priority)).to.deep.equal([0, 5, 0]);
    expect(graphs.map(({ externals }) => [...externals])).to.deep.equal([[], [one.id], [one.id]]);
  });

  it("sends no graph without tasks", async () => {
    const { client, sent } = alone();
    const graph = new TaskGraph();
    graph.callValue(graph.define(sum), [1]);
    client.computeGraph(graph);
    await settle();
    expect(sent.map(({ kind }) => kind)).to.deep.equal(["functions", "submit"]);
  });

  it("names tasks by their key, or by function, graph and place", async () => {
    const sim = simulation();
    const named = sim.client.submit(add, [1, 2], { key: "total" });
    expect(named.key).to.equal("total");
    expect(sim.client.submit(add, [1, 2]).key).to.equal("add-0-1");
    expect(sim.client.map(add, [[1], [2]], { key: "row" }).map(({ key }) => key)).to.deep.equal(["row-0"]);
    expect(sim.client.keys.find("total")).to.deep.equal({ submission: 0, index: 0 });
    expect(sim.client.keys.find("add-0-1")).to.deep.equal({ submission: 0, index: 1 });
    for (const wrong of ["nonsense-0-0", "add-0-0", "add-7-1", "add"]) {
      expect(sim.client.keys.find(wrong), wrong).to.equal(undefined);
    }
    expect(() => sim.client.submit(add, [1, 2], { key: "total" })).to.throw(RangeError, '"total"');
    named.release();
    expect(() => sim.client.submit(add, [1, 2], { key: "total" })).to.not.throw();
  });

  it("refuses what is the caller's mistake at once", () => {
    const { client } = alone();
    const stranger = alone().client.submit(add, [1, 2]);
    const gone = client.submit(add, [1, 2]);
    gone.release();
    expect(() => client.submit(add, [1, 2], { priority: 101 })).to.throw(RangeError, "must be from -100 to 100");
    expect(() => client.submit(add, [stranger, 2])).to.throw(TypeError, "it belongs to another cluster");
    expect(() => client.submit(add, [gone, 2])).to.throw(TypeError, "it was released");
    expect(() => client.submit({ kind: "task", name: "none" }, [])).to.throw(TypeError, "inc");
  });

  it("moves the buffers that are marked, and only those", async () => {
    const sim = simulation();
    const [moved, kept] = [new Uint8Array([1, 2, 3]), new Uint8Array([4])];
    const future = sim.client.submit(show, [transfer(moved), { kept }]);
    expect(await sim.resultOf(future.result())).to.deep.equal([
      new Uint8Array([1, 2, 3]),
      { kept: new Uint8Array([4]) },
    ]);
    expect([moved.byteLength, kept.byteLength]).to.deep.equal([0, 1]);
  });
});

describe("Client.computeGraph", () => {
  it("gives futures of the sinks, or of the outputs that are named, each task once", async () => {
    const sim = simulation();
    const graph = new TaskGraph();
    const [a, b] = [graph.callValue(graph.define(sum), [1]), graph.callValue(0, [2])];
    const c = graph.callList(0, [a, b]);
    expect(sim.client.computeGraph(graph).map(({ index }) => index)).to.deep.equal([c]);
    const [first, second, again] = sim.client.computeGraph(graph, [c, a, c]);
    expect(again).to.equal(first);
    expect(await sim.resultOf(sim.client.gather([first, second] as Future[]))).to.deep.equal([3, 1]);
    expect(() => sim.client.computeGraph(graph, [3])).to.throw(RangeError, "Cannot compute output 3");
  });
});

describe("Client.scatter", () => {
  it("puts values on workers in turn, to be used and gathered as results", async () => {
    const sim = simulation();
    const data = sim.client.scatter([1, [2], new Map([["k", 3]])]);
    const used = sim.client.submit(show, [data]);
    expect(data.map(({ key }) => key)).to.deep.equal(["data-0", "data-1", "data-2"]);
    expect(await sim.resultOf(sim.client.gather(data))).to.deep.equal([1, [2], new Map([["k", 3]])]);
    expect(await sim.resultOf(used.result())).to.deep.equal([[1, [2], new Map([["k", 3]])]]);
    expect([...sim.workers.values()].every(({ machine }) => machine.data.count > 0)).to.equal(true);
  });

  it("scatters the value itself when it is marked to be moved, as a copy", async () => {
    const sim = simulation();
    const [future] = sim.client.scatter([transfer(new Uint8Array([7]))]);
    expect(await sim.resultOf((future as Future).result())).to.deep.equal(new Uint8Array([7]));
  });

  it("waits for a worker when there is none", async () => {
    const sim = new Simulation({ workers: [1], replace: false });
    sim.kill(0);
    await sim.run();
    const [future] = sim.client.scatter([5]);
    await sim.run();
    expect(future?.status).to.equal("pending");
    sim.addWorker();
    expect(await sim.resultOf((future as Future).result())).to.equal(5);
  });

  it("names the path of what cannot be cloned", () => {
    const { client } = alone();
    expect(() => client.scatter([1, { f: [add] }])).to.throw(
      TypeError,
      "Cannot scatter data: data[1].f[0] cannot be cloned",
    );
  });
});

describe("Client.scatter with `broadcast`", () => {
  const holdersOf = (sim: Simulation, future: Future): number[] => {
    const { tasks, futures } = sim.reactor.state;
    return tasks.holdersOf(futures.get(future.id) as number).sort();
  };

  it("gives each value to every worker that stays, and tells the scheduler of each", async () => {
    const sim = simulation(3);
    const data = sim.client.scatter([1, [2]], { broadcast: true });
    await sim.run();
    for (const future of data) expect(holdersOf(sim, future)).to.deep.equal([0, 1, 2]);
    for (const worker of sim.workers.values()) expect(worker.machine.data.count).to.equal(2);
    expect(await sim.resultOf(sim.client.gather(data))).to.deep.equal([1, [2]]);
    const sums = sim.client.map(add, [
      [data[0], data[0], data[0]],
      [1, 2, 3],
    ]);
    expect(await sim.resultOf(sim.client.gather(sums))).to.deep.equal([2, 3, 4]);
  });

  it("keeps the data as long as one of its workers lives", async () => {
    const sim = simulation(3);
    const [future] = sim.client.scatter([5], { broadcast: true });
    await sim.run();
    sim.kill(0);
    sim.kill(1);
    await sim.run();
    expect(holdersOf(sim, future as Future)).to.deep.equal([2]);
    expect(await sim.resultOf((future as Future).result())).to.equal(5);
    sim.kill(2);
    expect(await errorOf(sim, (future as Future).result())).to.have.property("code", "data-lost");
  });
});

describe("Client.scatter, Client.run", () => {
  it("refuse futures and marks inside of values, which nobody would fill", () => {
    const { client } = alone();
    const future = client.submit(add, [1, 2]);
    expect(() => client.scatter([1, { of: [future] }])).to.throw(TypeError, "data[1].of[0] is a future");
    expect(() => client.run(add, [{ deep: transfer(new ArrayBuffer(1)) }])).to.throw(
      TypeError,
      "args[0].deep is marked",
    );
    expect(client.scatter([transfer(new ArrayBuffer(1))])).to.have.length(1);
  });
});

describe("Client.watch", () => {
  it("refuses a future of another cluster, whose end it would never hear of", () => {
    const future = alone().client.submit(add, [1, 2]);
    expect(() => alone().client.watch(future, () => {})).to.throw(TypeError, "belongs to another cluster");
  });
});

describe("Future.result", () => {
  it("rejects with what the task threw, and a consumer's with the culprit named", async () => {
    const sim = simulation();
    const bad = sim.client.submit(boom, [], { key: "bad" });
    const middle = sim.client.submit(add, [bad, 1]);
    const consumer = sim.client.submit(add, [middle, 1], { key: "consumer" });
    expect(await errorOf(sim, bad.result()))
      .to.be.instanceOf(RangeError)
      .with.property("message", "boom");
    const error = await errorOf(sim, consumer.result());
    expect(isEngineError(error, "dependency-failed") && error.details).to.deep.equal({ key: "consumer", root: "bad" });
    expect(error.message).to.match(/^Cannot compute "consumer": its dependency "bad" failed.*RangeError: boom/);
    expect(error.cause).to.be.instanceOf(RangeError);
    expect([bad.status, consumer.status]).to.deep.equal(["failed", "failed"]);
  });

  it("names a culprit that the client holds no future of", async () => {
    const sim = simulation();
    const graph = new TaskGraph();
    const inner = graph.callValue(graph.define(boom), 1);
    graph.callList(graph.define(sum), [inner]);
    const [future] = sim.client.computeGraph(graph);
    const error = await errorOf(sim, (future as Future).result());
    expect(isEngineError(error, "dependency-failed") && error.details.root).to.equal(`boom-${future?.draft?.id}-0`);
  });

  it("rejects with cancelled when the future is released while it is waited for", async () => {
    const sim = simulation();
    const future = sim.client.submit(add, [1, 2]);
    const wait = future.result();
    future.release();
    const error = await errorOf(sim, wait);
    expect(isEngineError(error, "cancelled") && error.details).to.deep.equal({ key: "add-0-0" });
    expect(future.status).to.equal("released");
    future.release();
    sim.expectQuiet();
  });

  it("stops waiting when its signal aborts, while the task goes on", async () => {
    const sim = simulation();
    const future = sim.client.submit(add, [1, 2]);
    const controller = new AbortController();
    const wait = future.result({ signal: controller.signal });
    controller.abort(new Error("enough"));
    expect((await errorOf(sim, wait)).message).to.equal("enough");
    expect(await sim.resultOf(future.result())).to.equal(3);
    const aborted = future.result({ signal: AbortSignal.abort(new Error("already")) });
    expect((await errorOf(sim, aborted)).message).to.equal("already");
  });

  it("can be asked for many times, in one turn or later", async () => {
    const sim = simulation();
    const future = sim.client.submit(show, [{ a: 1 }]);
    const [first, second] = (await sim.resultOf(Promise.all([future.result(), future.result()]))) as unknown[];
    expect(first).to.deep.equal([{ a: 1 }]);
    expect(second).to.deep.equal(first);
    expect(await sim.resultOf(future.result())).to.deep.equal(first);
  });

  it("is not thenable, so that awaiting a future does not pull its data", async () => {
    const { client } = alone();
    const future = client.submit(add, [1, 2]);
    expect(await future).to.equal(future);
  });
});

describe("Client.gather", () => {
  it("keeps order, and rejects with the first failure", async () => {
    const sim = simulation();
    const futures = sim.client.map(add, [
      [1, 2, 3],
      [10, 20, 30],
    ]);
    expect(await sim.resultOf(sim.client.gather(futures))).to.deep.equal([11, 22, 33]);
    expect(await sim.resultOf(sim.client.gather([]))).to.deep.equal([]);
    const bad = sim.client.submit(boom, []);
    expect((await errorOf(sim, sim.client.gather([...futures, bad]))).message).to.equal("boom");
  });
});

describe("Client.run", () => {
  it("calls a function on every worker and collects results by worker", async () => {
    const sim = simulation(3);
    const results = await sim.resultOf(sim.client.run(add, [1, 2]));
    expect(results).to.deep.equal(new Map([0, 1, 2].map((worker) => [worker, 3])));
  });

  it("rejects when one of them throws or dies", async () => {
    const sim = simulation();
    expect((await errorOf(sim, sim.client.run(boom, []))).message).to.equal("boom");
    const wait = sim.client.run(add, [1, 2]);
    await settle();
    while (sim.reactor.state.runs.size === 0) sim.step();
    sim.kill(0);
    expect((await errorOf(sim, wait)).message).to.match(/the worker was lost/i);
  });
});

describe("asCompleted", () => {
  it("yields futures in the order in which they end, failed and released ones too", async () => {
    const sim = simulation(1);
    const first = sim.client.submit(add, [1, 2]);
    await sim.run();
    const [later, bad, gone] = [
      sim.client.submit(add, [3, 4]),
      sim.client.submit(boom, []),
      sim.client.submit(add, [5, 6]),
    ];
    const found: Future[] = [];
    const all = (async () => {
      for await (const future of asCompleted(sim.client, [later, bad, gone, first])) found.push(future);
      return "done";
    })();
    await settle();
    expect(found).to.deep.equal([first]);
    gone.release();
    await settle();
    expect(found).to.deep.equal([first, gone]);
    expect(await sim.resultOf(all)).to.equal("done");
    expect(new Set(found)).to.deep.equal(new Set([first, gone, later, bad]));
  });

  it("yields nothing for no futures, and can be left early", async () => {
    const { client } = alone();
    expect(await asCompleted(client, []).next()).to.deep.equal({ done: true, value: undefined });
    const one = client.submit(add, [1, 2]);
    const rest = asCompleted(client, [one, client.submit(add, [2, 3])]);
    const next = rest.next();
    await settle();
    one.release();
    expect((await next).value).to.equal(one);
    await rest.return();
  });
});

describe("Client.close", () => {
  it("settles everything that is pending, and later calls fail with it", async () => {
    const { client } = alone();
    const error = closedError();
    const future = client.submit(add, [1, 2]);
    const waits = [future.result(), client.gather([future]), client.run(add, [1, 2])];
    const unsent = client.submit(add, [3, 4]).result();
    const ended: Future[] = [];
    client.watch(future, () => ended.push(future));
    client.close(error);
    client.close(error);
    for (const wait of [...waits, unsent]) expect(await wait.catch((reason: unknown) => reason)).to.equal(error);
    expect(future.status).to.equal("failed");
    expect(ended).to.deep.equal([future]);
    expect(await future.result().catch((reason: unknown) => reason)).to.equal(error);
    expect(() => client.submit(add, [1, 2])).to.throw("Cannot submit a task");
    expect(() => client.scatter([1])).to.throw("Cannot scatter data");
    expect(await client.run(add, []).catch((reason: unknown) => reason)).to.equal(error);
    expect(await client.gather([]).catch((reason: unknown) => reason)).to.equal(error);
    future.release();
  });

  it("rejects the results of what had finished", async () => {
    const sim = simulation();
    const future = sim.client.submit(add, [1, 2]);
    await sim.run();
    const error = closedError();
    sim.client.close(error);
    expect(future.status).to.equal("finished");
    expect(await future.result().catch((reason: unknown) => reason)).to.equal(error);
  });
});
