import { describe, expect, it } from "vitest";
import { ACTIVITY_SIZE, Activity, COMPUTED_SIZE } from "../../src/base/timing-columns.ts";
import type { WorkerToReactor } from "../../src/protocol/worker-to-reactor.ts";
import type { WorkerInstruction } from "../../src/worker/instructions.ts";
import { Timings } from "../../src/worker/timings.ts";
import { BOOM, WorkerHarness } from "../support/worker-harness.ts";

/** A worker that is traced, on a clock of the test's; the trace began 1,000 ms before the clock showed zero. */
function tracedWorker(): {
  readonly worker: WorkerHarness;
  readonly clock: { now: number };
  readonly read: () => number;
} {
  const worker = new WorkerHarness({ memoryLimit: 1_000_000, hasStore: true });
  const clock = { now: 0 };
  const timings = new Timings({ now: () => clock.now, epoch: 5000, traceStart: 4000 });
  timings.watch(worker.machine);
  return { worker, clock, read: timings.now };
}

interface Told {
  /** Microseconds since the trace began. */
  readonly computed: readonly {
    readonly task: number;
    readonly fn: number;
    readonly start: number;
    readonly duration: number;
  }[];
  readonly others: readonly {
    readonly what: number;
    readonly peer: number;
    readonly bytes: number;
    readonly start: number;
    readonly duration: number;
  }[];
}

/** What the first report of these tells of times; its other messages come behind. */
function toldBy(instructions: readonly WorkerInstruction[]): Told {
  const report = instructions.find((each) => each.kind === "report");
  const timings = report?.envelope[0] as WorkerToReactor;
  if (timings?.kind !== "timings") return { computed: [], others: [] };
  const { base, tasks, others } = timings;
  const floats = new Float32Array(tasks.buffer, tasks.byteOffset, tasks.length);
  const rows = (length: number, size: number): number[] => Array.from({ length: length / size }, (_, i) => size * i);
  return {
    computed: rows(tasks.length, COMPUTED_SIZE).map((at) => ({
      ...{ task: tasks[at] as number, fn: tasks[at + 2] as number },
      ...{ start: base + (floats[at + 3] as number), duration: floats[at + 4] as number },
    })),
    others: rows(others.length, ACTIVITY_SIZE).map((at) => ({
      ...{ what: others[at] as number, peer: others[at + 1] as number, bytes: others[at + 3] as number },
      ...{ start: base + (others[at + 4] as number), duration: others[at + 5] as number },
    })),
  };
}

describe("Timings", () => {
  it("tells when each task ran, before it is reported, and how long the thread worked", () => {
    const { worker, clock, read } = tracedWorker();
    worker.compute({ task: 1 }, { task: 2 });
    clock.now = 10;
    read(); // the driver begins its turn
    for (const task of [1, 2]) {
      worker.hear({ kind: "core-offered" });
      clock.now += 3;
      read(); // the driver sees that the task has ended
      worker.executed(task, 3);
    }
    clock.now += 1;
    const instructions = worker.hear({ kind: "turn-ended" });
    const { computed, others } = toldBy(instructions);
    expect(computed).toEqual([
      { task: 1, fn: 0, start: 1_010_000, duration: 3000 },
      { task: 2, fn: 0, start: 1_013_000, duration: 3000 },
    ]);
    expect(others).toEqual([{ what: Activity.work, peer: -1, bytes: 0, start: 1_010_000, duration: 7000 }]);
    const kinds = instructions.flatMap((each) => (each.kind === "report" ? each.envelope.map(({ kind }) => kind) : []));
    expect(kinds[0]).toBe("timings");
    expect(kinds).toContain("finished");
  });

  it("tells which tasks threw", () => {
    const { worker, clock, read } = tracedWorker();
    worker.compute({ task: 1 });
    read();
    worker.hear({ kind: "core-offered" });
    clock.now = 2;
    read();
    worker.hear({ kind: "threw", task: 1, run: 1, failure: BOOM });
    expect(toldBy(worker.hear({ kind: "turn-ended" })).computed).toEqual([
      { task: 1, fn: ~0, start: 1_000_000, duration: 2000 },
    ]);
  });

  it("goes by the clock of the thread that ran a task, if that was another", () => {
    const { worker, clock, read } = tracedWorker();
    worker.compute({ task: 1 });
    read();
    worker.hear({ kind: "core-offered" });
    clock.now = 9;
    const ran = { kind: "executed", task: 1, run: 1, value: 0, bytes: 8 } as const;
    worker.hear({ ...ran, start: 5002.5, duration: 4 });
    expect(toldBy(worker.hear({ kind: "turn-ended" })).computed).toEqual([
      { task: 1, fn: 0, start: 1_002_500, duration: 4000 },
    ]);
  });

  it("tells of transfers, from the question to the answer, also when nothing else is to be told", () => {
    const { worker, clock } = tracedWorker();
    worker.compute({
      task: 3,
      inputs: [
        [1, 7],
        [2, 7],
      ],
    });
    clock.now = 1;
    worker.hear({ kind: "turn-ended" });
    clock.now = 5;
    worker.fromPeer(7, ["a", "b"]);
    expect(toldBy(worker.hear({ kind: "turn-ended" })).others).toEqual([
      { what: Activity.transfer, peer: 7, bytes: 10, start: 1_001_000, duration: 4000 },
    ]);
  });

  it("tells of what was written to the store", () => {
    const { worker, clock } = tracedWorker();
    worker.fromReactor({
      kind: "store",
      tasks: Int32Array.of(1, 1, 2, 1),
      values: ["a", "b"],
      bytes: [500_000, 400_000],
    });
    const asked = worker.hear({ kind: "turn-ended" }).find((each) => each.kind === "store");
    if (asked === undefined) throw new Error("nothing was to be stored although memory is nearly full");
    clock.now = 6;
    const entries = asked.entries.map(({ key, bytes }) => ({ key, bytes, outcome: "written" as const }));
    worker.hear({ kind: "stored", entries });
    const bytes = entries.reduce((sum, each) => sum + each.bytes, 0);
    expect(toldBy(worker.hear({ kind: "turn-ended" })).others).toEqual([
      { what: Activity.store, peer: -1, bytes, start: 1_000_000, duration: 6000 },
    ]);
  });

  it("says nothing when nothing has happened", () => {
    const { worker } = tracedWorker();
    expect(worker.hear({ kind: "turn-ended" })).toEqual([]);
  });
});
