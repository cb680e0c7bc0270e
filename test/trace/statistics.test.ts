import { describe, expect, it } from "vitest";
import { Activity } from "../../src/base/timing-columns.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { HandMadeTrace } from "../support/hand-made-trace.ts";

/*  worker 0 (one core):   |make 1000-3000|make 3000-4000|          |join 6000-8000|
    worker 1 (two cores):  |make 1000-5000 | fails 2000-2500|
    worker 0 takes 64 bytes from worker 1: 5000-5800 */
function example(): Trace {
  const trace = new HandMadeTrace(["make", "join", "fails"]);
  trace.joined(0);
  trace.joined(1, 2);
  for (const task of [0, 1, 2, 3]) trace.created(1000, task);
  trace.created(1000, 4, [0, 1, 2]);
  trace.measured("server", 1000, 200);
  trace.measured("scheduler", 1200, 100);
  trace.measured("messages", 1300, 50);
  trace.measured("client", 1350, 25);
  trace.write("messagesSent", -1, 1350, [1, 2, 0, 400]);
  trace.write("messagesReceived", -1, 5010, [1, 1, 1, 0]);
  trace.write("retractionAsked", 1, 1400, [1, 1, 2, 1]);
  trace.write("retractionAnswered", 1, 1500, [1, 1, 1, 2, 1, 0]);
  trace.computed(0, 0, 0, 1000, 2000, 100);
  trace.computed(0, 1, 0, 3000, 1000, 100);
  trace.computed(1, 3, ~2, 2000, 500);
  trace.computed(1, 2, 0, 1000, 4000, 64);
  trace.activity(Activity.transfer, 0, 1, 5000, 800, 64);
  trace.activity(Activity.store, 0, -1, 5000, 300, 100);
  trace.activity(Activity.load, 0, -1, 5400, 100, 100);
  trace.activity(Activity.work, 0, -1, 1000, 5400);
  trace.computed(0, 4, 1, 6000, 2000, 8, 0);
  return trace.take(9000);
}

describe("Trace.statistics", () => {
  const statistics = example().statistics();

  it("counts the tasks of each function and their times, the one that took longest first", () => {
    expect(statistics.durationMs).toBe(7);
    expect(statistics.tasks).toBe(5);
    expect(statistics.failed).toBe(1);
    expect(statistics.kinds).toEqual([
      { name: "make", count: 3, failed: 0, totalMs: 7, meanMs: 7 / 3, medianMs: 2, maxMs: 4, bytes: 264 },
      { name: "join", count: 1, failed: 0, totalMs: 2, meanMs: 2, medianMs: 2, maxMs: 2, bytes: 8 },
      { name: "fails", count: 1, failed: 1, totalMs: 0.5, meanMs: 0.5, medianMs: 0.5, maxMs: 0.5, bytes: 0 },
    ]);
  });

  it("sums up what travelled and what was stored", () => {
    const transfer = { count: 1, results: 1, bytes: 64, totalMs: 0.8 };
    expect(statistics.transfers).toEqual({ ...transfer, between: [{ from: 1, to: 0, ...transfer }] });
    expect(statistics.stored).toEqual({ count: 1, results: 1, bytes: 100, totalMs: 0.3 });
    expect(statistics.loaded).toEqual({ count: 1, results: 1, bytes: 100, totalMs: 0.1 });
    expect(statistics.moves).toEqual({ asked: 2, done: 1 });
    expect(statistics.messages).toEqual({ sent: { count: 1, bytes: 400 }, received: { count: 1, bytes: 2 ** 30 } });
  });

  it("tells where the time of the server went", () => {
    const { server } = statistics;
    expect(server).toEqual({
      serverMs: 0.2,
      schedulerMs: 0.1,
      messagesMs: 0.05,
      clientMs: expect.closeTo(0.025, 9),
      idleMs: expect.closeTo(6.625, 9),
    });
  });

  it("tells where the time of each worker went; executors work beside their worker's thread", () => {
    const [one, two] = statistics.workers;
    expect(one).toMatchObject({ worker: 0, cores: 1, tasks: 3, userMs: 5, idleMs: expect.closeTo(1.6, 9) });
    expect(one?.engineMs).toBeCloseTo(0.4, 9);
    expect(one?.utilisation).toBeCloseTo(5 / 7, 9);
    expect(two).toEqual({
      worker: 1,
      cores: 2,
      tasks: 2,
      userMs: 4.5,
      engineMs: 0,
      idleMs: 9.5,
      utilisation: 4.5 / 14,
    });
  });

  it("is all zero where nothing happened", () => {
    const empty = new HandMadeTrace([]).take(10).statistics();
    expect(empty).toMatchObject({ durationMs: 0, tasks: 0, kinds: [], workers: [] });
  });
});

describe("Trace.toJSONLines", () => {
  it("writes an object per event that reads back as the event", () => {
    const trace = example();
    const lines = trace.toJSONLines().trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([...trace.events()]);
    expect(lines).toContain(
      '{"time":8000,"kind":"finished","task":4,"run":1,"worker":0,"bytes":8,"start":6000,"stop":8000}',
    );
    expect(lines).toContain('{"time":1000,"kind":"created","task":4,"inputs":[0,1,2]}');
    expect(lines).toContain('{"time":2510,"kind":"failed","task":3,"run":1,"worker":1,"start":2000,"stop":2500}');
  });

  it("tells functions of the same name apart", () => {
    const trace = new HandMadeTrace(["anonymous", "anonymous"]);
    trace.write("sent", 0, 0, [0, 1, 0, 1, 1, 1, 2, 1, 9]);
    const names = [...trace.take(0).events()].map((event) => (event.kind === "sent" ? event.fn : ""));
    expect(names).toEqual(["anonymous", "anonymous (2)", "function 9"]);
  });
});

interface ChromeEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

describe("Trace.toChromeTrace", () => {
  const { traceEvents } = JSON.parse(example().toChromeTrace()) as { readonly traceEvents: readonly ChromeEvent[] };
  const events = traceEvents.filter(({ ph }) => ph !== "M");
  const named = (what: string): Set<string> =>
    new Set(
      traceEvents
        .filter(({ name }) => name === what)
        .map(({ pid, tid }) => (what === "process_name" ? `${pid}` : `${pid} ${tid}`)),
    );

  it("is sorted by time, and every duration is zero or more", () => {
    expect(events.map(({ ts }) => ts)).toEqual(events.map(({ ts }) => ts).sort((a, b) => a - b));
    const boxes = events.filter(({ ph }) => ph === "X");
    expect(boxes.length).toBeGreaterThan(0);
    for (const { dur } of boxes) expect(dur).toBeGreaterThanOrEqual(0);
  });

  it("names every process and every thread in which something is", () => {
    for (const { pid, tid } of events) {
      expect(named("process_name")).toContain(`${pid}`);
      expect(named("thread_name")).toContain(`${pid} ${tid}`);
    }
    const names = traceEvents.filter(({ name }) => name === "thread_name").map(({ args }) => args?.name);
    expect(names).toEqual(
      expect.arrayContaining(["core 1", "core 2", "transfers 1", "store 1", "reactor and scheduler"]),
    );
  });

  it("has nothing in a thread that overlaps something else there", () => {
    for (const list of group(events).values()) {
      const boxes = list.filter(({ ph }) => ph === "X");
      boxes.forEach((box, i) => {
        const before = boxes[i - 1];
        if (before !== undefined) expect(before.ts + (before.dur ?? 0)).toBeLessThanOrEqual(box.ts);
      });
    }
  });

  it("counts the bytes that each worker holds", () => {
    const counters = events.filter(({ ph, pid }) => ph === "C" && pid === 2).map(({ args }) => args?.bytes);
    expect(counters).toEqual([100, 200, 208]);
  });
});

function group(events: readonly ChromeEvent[]): Map<string, ChromeEvent[]> {
  const groups = new Map<string, ChromeEvent[]>();
  for (const event of events) {
    const key = `${event.pid} ${event.tid}`;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return groups;
}
