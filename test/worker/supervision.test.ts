// Supervised calls on a worker's own thread: the driver, its machine and the parts are real; the reactor is a list.
import { describe, expect, it } from "vitest";
import { engineFailure } from "../../src/codec/failure.ts";
import { Call, packCall } from "../../src/graph/call.ts";
import type { TaskContext } from "../../src/graph/task-context.ts";
import { withContext } from "../../src/graph/with-context.ts";
import { ComputeWriter } from "../../src/protocol/compute-batch.ts";
import type { FunctionDefinition } from "../../src/protocol/functions.ts";
import type { ReactorToWorker } from "../../src/protocol/reactor-to-worker.ts";
import type { ToTask } from "../../src/protocol/task-talk.ts";
import type { WorkerToReactor } from "../../src/protocol/worker-to-reactor.ts";
import { loopbackChannel } from "../../src/transport/loopback-port.ts";
import { WorkerDriver } from "../../src/worker/driver.ts";
import { FunctionStore } from "../../src/worker/function-store.ts";
import "../../src/worker/functions-entry.ts"; // parts that are loaded need not be waited for
import "../../src/worker/supervised-entry.ts";

const DEFINITIONS: readonly FunctionDefinition[] = [
  { kind: "task", name: "plain" },
  { kind: "task", name: "waits" },
  { kind: "task", name: "heeds" },
  { kind: "task", name: "asks" },
  { kind: "supervised", name: "waits", of: 1, takesContext: false },
  { kind: "task", name: "talks" },
];
const [PLAIN, , HEEDS, ASKS, WAITS, TALKS] = [0, 1, 2, 3, 4, 5] as const;

class Rig {
  readonly told: WorkerToReactor[] = [];
  readonly driver: WorkerDriver;
  /** What functions saw, in order. */
  readonly seen: unknown[] = [];
  readonly contexts: TaskContext[] = [];
  open: () => void = () => {};

  constructor() {
    const { a: page, b: reactor } = loopbackChannel();
    page.listen({ message: (value) => this.told.push(...(value as WorkerToReactor[])), closed: () => {} });
    const never = (): Promise<never> => expect.fail("nothing of this is needed here");
    const tasks = {
      plain: (x: number) => this.seen.push(x),
      waits: () =>
        new Promise<number>((resolve) => {
          this.seen.push("waits");
          this.open = () => resolve(1);
        }),
      heeds: withContext(async (ctx) => {
        await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
        this.seen.push(ctx.signal.reason);
        return "discarded";
      }),
      asks: withContext(async (ctx) => {
        const own = ctx.submit({ kind: "module", url: "https://weftwork.test/", name: "own" });
        return await own.result();
      }),
      talks: withContext((ctx) => {
        this.contexts.push(ctx);
        for (const fraction of [0.25, 0.5, 0.75]) ctx.progress(fraction);
      }),
    };
    this.driver = new WorkerDriver({
      ...{ cores: 1, memoryLimit: Number.POSITIVE_INFINITY, spill: undefined, reactor },
      parts: { exchange: never, large: never, spill: never, pack: never, unpack: never },
      functions: new FunctionStore({
        ...{ tasks, allowSource: false },
        parts: { load: (_name, importFile) => importFile() },
      }),
      openRoute: () => expect.fail("there are no peers"),
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
    });
    this.say({ kind: "functions", from: 0, definitions: DEFINITIONS });
  }

  say(...envelope: readonly ReactorToWorker[]): void {
    this.driver.onMessage(envelope);
  }

  compute(task: number, fn: number, value?: unknown): void {
    const writer = new ComputeWriter();
    writer.begin(task, 1, packCall(fn, Call.value), 0, value);
    this.say({ kind: "compute", ...writer.take() });
  }

  interrupt(task: number, run = 1): void {
    const reason = engineFailure("cancelled", "enough", { key: "k" });
    this.say({ kind: "free", tasks: Int32Array.of(task, run) }, { kind: "interrupt", task, run, reason });
  }

  answer(task: number, body: ToTask): void {
    this.say({ kind: "context", task, run: 1, body });
  }

  /** The kinds of what was told, of contexts what they said. */
  async kinds(): Promise<string[]> {
    for (let i = 0; i < 4; i++) await new Promise((resolve) => setTimeout(resolve, 5));
    return this.told
      .splice(0)
      .filter(({ kind }) => kind !== "measured")
      .map((message) => {
        if (message.kind === "context") return message.body.kind;
        return message.kind === "core" ? `core ${message.isHeld}` : message.kind;
      });
  }
}

describe("a supervised call", () => {
  it("is reported as started before its function is called, and once", async () => {
    const rig = new Rig();
    rig.compute(1, WAITS);
    expect(await rig.kinds()).to.deep.equal(["started"]);
    expect(rig.seen).to.deep.equal(["waits"]);
    rig.open();
    expect(await rig.kinds()).to.deep.equal(["finished"]);
  });

  it("answers an interrupt when it has ended, and its result is discarded", async () => {
    const rig = new Rig();
    rig.compute(1, WAITS);
    rig.compute(2, PLAIN, 5);
    await rig.kinds();
    rig.interrupt(1);
    expect(await rig.kinds(), "it holds its core").to.deep.equal([]);
    rig.open();
    expect(await rig.kinds()).to.deep.equal(["interrupted", "finished"]);
    expect(rig.seen).to.deep.equal(["waits", 5]);
    expect(rig.driver.machine.data.has(1, 1)).to.equal(false);
    rig.interrupt(1);
    expect(await rig.kinds(), "a late interrupt").to.deep.equal([]);
  });

  it("is not made any more when it was to end while its function was being loaded", async () => {
    for (const fn of [WAITS, HEEDS]) {
      const rig = new Rig();
      rig.compute(1, fn);
      rig.interrupt(1);
      const kinds = await rig.kinds();
      expect(kinds.filter((kind) => kind === "interrupted" || kind === "failed")).to.deep.equal(["interrupted"]);
      expect(rig.seen).to.deep.equal([]);
      rig.compute(2, PLAIN, 5);
      expect(await rig.kinds(), "the core is free").to.deep.equal(["finished"]);
    }
  });

  it("sees its signal aborted with the reason, once, and no interrupt that is for another attempt", async () => {
    const rig = new Rig();
    rig.compute(1, HEEDS);
    expect(await rig.kinds()).to.deep.equal(["started", "began"]);
    rig.interrupt(1, 7);
    expect(await rig.kinds()).to.deep.equal([]);
    rig.interrupt(1);
    rig.interrupt(1);
    expect(await rig.kinds()).to.deep.equal(["ended", "interrupted"]);
    expect(rig.seen).to.have.lengthOf(1);
    expect(rig.seen[0]).to.include({ code: "cancelled", message: "enough" });
  });
});

describe("a call that waits for a task of its own", () => {
  it("gives its core to others, and has one again before it goes on", async () => {
    const rig = new Rig();
    rig.compute(1, ASKS);
    rig.compute(2, WAITS);
    expect(await rig.kinds()).to.deep.equal([
      ...["started", "began", "submit", "result-wanted", "core false"],
      "started",
    ]);
    rig.answer(1, { kind: "result", sub: 0, value: "own" });
    expect(await rig.kinds(), "the other has the core").to.deep.equal([]);
    rig.open();
    expect(await rig.kinds()).to.deep.equal(["core true", "finished", "ended", "finished"]);
  });

  it("can be freed and interrupted meanwhile", async () => {
    const rig = new Rig();
    rig.compute(1, ASKS);
    await rig.kinds();
    rig.interrupt(1);
    expect(await rig.kinds()).to.deep.equal(["ended", "core true", "interrupted"]);
    expect(rig.driver.machine.orders.executing).to.deep.equal([]);
    expect(rig.driver.machine.orders.count).to.equal(0);
    rig.compute(2, PLAIN, 5);
    expect(await rig.kinds()).to.deep.equal(["finished"]);
  });

  it("fails as its own task did", async () => {
    const rig = new Rig();
    rig.compute(1, ASKS);
    await rig.kinds();
    rig.answer(1, { kind: "no-result", sub: 0, failure: engineFailure("cancelled", "no", { key: "own" }) });
    expect(await rig.kinds()).to.deep.equal(["core true", "ended", "failed"]);
  });
});

describe("TaskContext", () => {
  it("says the first progress at once, and the latest before the call ends", async () => {
    const rig = new Rig();
    rig.compute(1, TALKS);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const fractions = rig.told.flatMap((message) =>
      message.kind === "context" && message.body.kind === "progress" ? [message.body.fraction] : [],
    );
    expect(fractions).to.deep.equal([0.25, 0.75]);
    expect(await rig.kinds()).to.deep.equal(["started", "began", "progress", "progress", "ended", "finished"]);
  });

  it("is silent once its call has ended, and refuses to submit", async () => {
    const rig = new Rig();
    rig.compute(1, TALKS);
    await rig.kinds();
    const [ctx] = rig.contexts as [TaskContext];
    ctx.send("late");
    ctx.progress(1);
    expect(await rig.kinds()).to.deep.equal([]);
    expect(() => ctx.submit(() => 1)).to.throw(TypeError, "has ended");
    expect(() => ctx.progress(2)).to.throw(RangeError, "from 0 to 1");
  });
});
