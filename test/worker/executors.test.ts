import { describe, expect, it } from "vitest";
import { encodeFailure } from "../../src/codec/encode-failure.ts";
import { sizeOf } from "../../src/codec/size.ts";
import { Call } from "../../src/graph/call.ts";
import { withContext } from "../../src/graph/with-context.ts";
import type { ExecutorTask, Outcome } from "../../src/protocol/executor.ts";
import type { FunctionDefinition } from "../../src/protocol/functions.ts";
import { loopbackChannel } from "../../src/transport/loopback-port.ts";
import type { Port } from "../../src/transport/port.ts";
import { ExecutorThread } from "../../src/worker/executor-entry.ts";
import { AHEAD, Executors } from "../../src/worker/executors.ts";
import { FunctionStore } from "../../src/worker/function-store.ts";

interface Task extends ExecutorTask {
  readonly name: string;
  readonly task: number;
  readonly run: number;
}

/** Executors on this thread, whose clock is moved by the tasks that they run. */
class Bench {
  readonly executors: Executors<Task>;
  readonly threads: Port[] = [];
  /** By task, in the order in which they ended. */
  readonly ended: (readonly [string, Outcome])[] = [];
  readonly lost: string[] = [];
  /** What calls have said, by task. */
  readonly told: (readonly [number, string])[] = [];
  /** The names of the tasks that each executor called. */
  readonly called: string[][] = [];
  clock = 0;
  #tasks = 0;
  #openGates: (() => void)[] = [];
  #onEnded: (() => void) | undefined;

  constructor(count: number) {
    const ports: Port[] = [];
    for (let i = 0; i < count; i++) ports.push(this.#start());
    this.executors = new Executors(ports, encodeFailure, async () => ({
      supervise: () => {
        throw new Error("nothing is called here");
      },
      tell: ({ task }, message) => this.told.push([task, message.kind]),
    }));
    this.executors.listen({
      ended: (task, outcome) => this.ended.push([task.name, outcome]),
      turnEnded: () => this.#onEnded?.(),
      lost: (reason) => this.lost.push(reason.message),
    });
    this.executors.define(0, DEFINITIONS);
  }

  #start(): Port {
    const { a, b } = loopbackChannel();
    const called: string[] = [];
    this.called.push(called);
    const tasks = {
      echo: (name: string, x: unknown) => {
        called.push(name);
        this.clock += 0.01;
        return x;
      },
      long: (name: string) => {
        called.push(name);
        this.clock += 20;
      },
      gate: (name: string) => {
        called.push(name);
        return new Promise<void>((resolve) => this.#openGates.push(resolve));
      },
      throws: () => {
        throw new RangeError("too much");
      },
      opaque: () => ({ list: [1, () => 1] }),
      waits: withContext((ctx, name: string) => {
        called.push(name);
        ctx.send("begun");
        return ctx.submit({ kind: "module", url: "https://weftwork.test/", name: "other" }).result();
      }),
      stamp: (_name: string, x: Uint8Array) => x.fill(7),
    };
    const functions = new FunctionStore({
      tasks,
      allowSource: false,
      parts: { load: (_name, importFile) => importFile() },
    });
    const thread = new ExecutorThread({ functions, worker: b, encodeFailure, sizeOf, now: () => this.clock });
    b.listen({ message: (value) => thread.onMessage(value), closed: () => undefined });
    this.threads.push(b);
    return a;
  }

  give(fn: keyof typeof FN, name: string, x?: unknown): void {
    this.executors.execute({
      name,
      task: this.#tasks++,
      run: 1,
      fn: FN[fn],
      call: Call.args,
      value: [name, x],
      inputs: [],
    });
  }

  /** Gives tasks of one function as long as there is room; how many. */
  fill(fn: keyof typeof FN, prefix: string): number {
    let count = 0;
    for (; this.executors.hasRoom; count++) this.give(fn, `${prefix}${count}`);
    this.executors.flush();
    return count;
  }

  openGates(): void {
    for (const open of this.#openGates.splice(0)) open();
  }

  async until(count: number): Promise<void> {
    while (this.ended.length < count) {
      await new Promise<void>((resolve) => {
        this.#onEnded = resolve;
      });
    }
  }
}

const FN = { echo: 0, long: 1, gate: 2, throws: 3, opaque: 4, stamp: 5, waits: 6 } as const;
const DEFINITIONS = Object.keys(FN).map((name): FunctionDefinition => ({ kind: "task", name }));

const turns = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve, 1));
};

describe("Executors", () => {
  it("lets go of a call that waits for tasks of its own, and hears its outcome late", async () => {
    const bench = new Bench(1);
    bench.give("waits", "waiting");
    bench.executors.flush();
    while (!bench.executors.hasRoom) await turns();
    const kinds = bench.told.map(([task, kind]) => (task === 0 ? kind : undefined));
    expect(kinds).to.deep.equal(["started", "message", "submit", "result-wanted", "core"]);
    bench.give("echo", "meanwhile");
    bench.executors.flush();
    await bench.until(1);
    bench.executors.tellCall({ task: 0, run: 2 }, { kind: "result", sub: 0, value: "of another attempt" });
    bench.executors.tellCall({ task: 0, run: 1 }, { kind: "result", sub: 0, value: "there" });
    await bench.until(2);
    expect(bench.ended.map(([name]) => name)).to.deep.equal(["meanwhile", "waiting"]);
    expect(bench.ended[1]?.[1]).to.include({ kind: "returned", value: "there" });
    expect(bench.told.slice(5).map(([, kind]) => kind)).to.deep.equal(["core", "ended"]);
  });

  it("gives one task to each executor while nothing is known of the functions", () => {
    const bench = new Bench(3);
    expect(bench.fill("echo", "e")).to.equal(3);
    expect(bench.executors.hasRoom).to.equal(false);
  });

  it("puts tasks behind those of functions that were short, up to a limit", async () => {
    const bench = new Bench(2);
    bench.fill("echo", "first");
    await bench.until(2);
    expect(bench.fill("echo", "e")).to.equal(2 * AHEAD);
    expect(bench.executors.capacity).to.equal(2 * AHEAD);
    await bench.until(2 + 2 * AHEAD);
    expect(bench.called.map((names) => names.length)).to.deep.equal([1 + AHEAD, 1 + AHEAD]);
    const names = bench.ended.map(([name]) => name);
    for (const called of bench.called) expect(names.filter((name) => called.includes(name))).to.deep.equal(called);
  });

  it("puts nothing behind a task of a function that is long, and again when it is short", async () => {
    const bench = new Bench(1);
    bench.fill("long", "l");
    await bench.until(1);
    expect(bench.fill("long", "again")).to.equal(1);
    await bench.until(2);
    bench.fill("echo", "first");
    await bench.until(3);
    bench.give("echo", "short");
    expect(bench.executors.hasRoom).to.equal(true);
    bench.give("long", "behind");
    expect(bench.executors.hasRoom).to.equal(false);
  });

  it("holds an executor until an asynchronous task settles, and gives it nothing meanwhile", async () => {
    const bench = new Bench(2);
    for (const round of [1, 2]) {
      expect(bench.fill("gate", `g${round}-`)).to.equal(2);
      await turns();
      expect(bench.ended).to.have.length(2 * (round - 1));
      expect(bench.executors.hasRoom).to.equal(false);
      bench.openGates();
      await bench.until(2 * round);
    }
  });

  it("runs what stands behind a task that turns out to be asynchronous only when that has settled", async () => {
    const bench = new Bench(1);
    bench.fill("echo", "first");
    await bench.until(1);
    bench.give("echo", "short");
    bench.give("gate", "gate");
    bench.executors.flush();
    await turns();
    expect(bench.called[0]).to.deep.equal(["first0", "short", "gate"]);
    expect(bench.ended.map(([name]) => name)).to.deep.equal(["first0", "short"]);
    bench.openGates();
    await bench.until(3);
  });

  it("tells what a task threw", async () => {
    const bench = new Bench(1);
    bench.fill("throws", "t");
    await bench.until(1);
    expect(bench.ended[0]?.[1])
      .to.deep.include({ kind: "threw" })
      .and.have.nested.property("failure.name", "RangeError");
  });

  it("fails a task whose result cannot be cloned with the path, and goes on", async () => {
    const bench = new Bench(1);
    bench.fill("opaque", "o");
    await bench.until(1);
    expect(bench.ended[0]?.[1]).to.have.nested.property("failure.code", "not-cloneable");
    expect(bench.ended[0]?.[1]).to.have.nested.property("failure.details.path", "result.list[1]");
    bench.fill("echo", "e");
    await bench.until(2);
    expect(bench.ended[1]?.[1]).to.have.property("kind", "returned");
  });

  it("fails a task whose arguments cannot be cloned, alone", async () => {
    const bench = new Bench(2);
    bench.give("echo", "bad", () => 1);
    bench.give("echo", "good", [1]);
    bench.executors.flush();
    await bench.until(2);
    expect(bench.ended[0]?.[0]).to.equal("bad");
    expect(bench.ended[0]?.[1]).to.have.nested.property("failure.code", "not-cloneable");
    expect(bench.ended[1]?.[1]).to.deep.include({ kind: "returned", value: [1] });
    expect(bench.executors.hasRoom).to.equal(true);
  });

  it("moves results and leaves arguments to the worker, each task with a copy of its own", async () => {
    const bench = new Bench(1);
    bench.fill("echo", "first");
    await bench.until(1);
    const data = new Uint8Array(1000).fill(1);
    bench.give("echo", "same", data);
    bench.give("stamp", "stamped", data);
    bench.executors.flush();
    await bench.until(3);
    const [same, stamped] = bench.ended
      .slice(1)
      .map(([, outcome]) => (outcome as Outcome & { value: Uint8Array }).value);
    expect([data.length, data[0], same?.[0], stamped?.[0]]).to.deep.equal([1000, 1, 1, 7]);
  });

  it("passes shared memory on as it is", async () => {
    const bench = new Bench(1);
    const shared = new Uint8Array(new SharedArrayBuffer(8));
    bench.give("stamp", "stamped", shared);
    bench.executors.flush();
    await bench.until(1);
    expect([...shared]).to.deep.equal(Array(8).fill(7));
  });

  it("closes all when one is lost, and tells which and why", async () => {
    const bench = new Bench(3);
    bench.threads[1]?.close();
    await turns();
    expect(bench.lost).to.deep.equal(["The worker's executor 2 of 3 was lost: The other side closed the port"]);
  });
});
