import { describe, expect, it } from "vitest";
import { Recorder } from "../../src/cluster/recorder.ts";
import { merge } from "../../src/lab/graphs/task-graphs.ts";
import { zeroCluster } from "../../src/lab/zero-cluster.ts";
import { Trace } from "../../src/trace/trace.ts";
import type { TraceEvent } from "../../src/trace/trace-event.ts";

async function traceOfMerge(tasks: number, capacity = 32_000_000): Promise<Trace> {
  const recorder = new Recorder(capacity, () => performance.now(), performance.timeOrigin);
  const cluster = zeroCluster({ workers: 3, scheduler: "random", seed: 5, watch: recorder });
  const [sink] = cluster.compute(merge(tasks));
  await sink?.result();
  cluster.driver.end();
  return new Trace(recorder.take(), {});
}

describe("Recorder", () => {
  it("notes of every task that it was created, assigned, sent and finished, in this order and on one worker", async () => {
    const trace = await traceOfMerge(2000);
    const seen = new Map<number, TraceEvent[]>();
    for (const event of trace.events()) {
      if (!("task" in event) || !["created", "assigned", "sent", "finished"].includes(event.kind)) continue;
      seen.set(event.task, [...(seen.get(event.task) ?? []), event]);
    }
    expect(seen.size).toBe(2001);
    for (const events of seen.values()) {
      expect(events.map(({ kind }) => kind)).toEqual(["created", "assigned", "sent", "finished"]);
      const workers = events.flatMap((event) => ("worker" in event ? [event.worker] : []));
      expect(new Set(workers).size).toBe(1);
    }
    const sink = [...seen.values()].find(([created]) => created?.kind === "created" && created.inputs.length > 0);
    expect(sink?.[0]).toHaveProperty("inputs.length", 2000);
  });

  it("notes workers, messages and what the server's thread did", async () => {
    const trace = await traceOfMerge(100);
    const kinds = new Set([...trace.events()].map(({ kind }) => kind));
    for (const kind of ["worker-joined", "messages-sent", "messages-received", "measured"] as const) {
      expect(kinds).toContain(kind);
    }
    const { messages, workers, server } = trace.statistics();
    expect(workers).toHaveLength(3);
    expect(messages.sent.bytes).toBeGreaterThan(100 * 4 * 6);
    expect(server.serverMs + server.schedulerMs + server.messagesMs).toBeGreaterThan(0);
  });

  it("keeps what came last when there is more than fits", async () => {
    const trace = await traceOfMerge(20_000, 600_000);
    expect(trace.isCut).toBe(true);
    const events = [...trace.events()];
    expect(events.some(({ kind }) => kind === "finished")).toBe(true);
    const times = events.map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});
