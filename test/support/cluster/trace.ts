// What a traced cluster tells of itself.
import { expect } from "chai";
import type { Trace } from "weftwork";
import type { ClusterHost } from "./host.ts";
import { errorOf, withCluster } from "./host.ts";

type EventOf<Kind extends string> = Extract<
  ReturnType<Trace["events"]> extends Generator<infer E> ? E : never,
  { kind: Kind }
>;

/** Microseconds by which times of one thread may be off: they are rounded. */
const ROUNDING = 2;

export function describeTrace(host: ClusterHost): void {
  const { describe, it } = host.runner;

  const eventsOf = <Kind extends string>(trace: Trace, kind: Kind): EventOf<Kind>[] =>
    [...trace.events()].filter((event) => event.kind === kind) as EventOf<Kind>[];

  for (const cores of host.threads === "one" ? [1] : [1, 2]) {
    describe(`Cluster.trace, ${cores === 1 ? "one core" : `${cores} cores`} per worker`, () => {
      it("tells of every task when it was created, assigned, sent, and computed from when to when", () =>
        withCluster({ ...host, cores }, { trace: true }, async (cluster) => {
          const parts = cluster.map((n: number) => new Float64Array(100 * n), [1, 2, 3, 4, 5, 6, 7, 8]);
          const lengths = parts.map((part, i) =>
            cluster.submit((a: Float64Array, b: Float64Array) => a.length + b.length, part, parts[7 - i] ?? part),
          );
          await cluster.submit((list: number[]) => list.length, lengths).result();
          const trace = await cluster.trace();
          const created = eventsOf(trace, "created");
          const finished = new Map(eventsOf(trace, "finished").map((event) => [event.task, event]));
          expect(created).to.have.length(17);
          expect(finished.size).to.equal(17);
          for (const { task, inputs } of created) {
            for (const kind of ["assigned", "sent"] as const) {
              expect(
                eventsOf(trace, kind).some((event) => event.task === task),
                kind,
              ).to.equal(true);
            }
            const { start, stop, worker, bytes } = finished.get(task) ?? { bytes: -1 };
            expect(bytes).to.be.at.least(8);
            expect(start).to.be.a("number");
            expect(stop).to.be.at.least(start as number);
            for (const input of inputs) {
              const before = finished.get(input);
              // Another thread's clock may be off; a worker of several cores has several.
              if (before?.worker !== worker || cores > 1) continue;
              expect(before?.stop).to.be.at.most((start as number) + ROUNDING);
            }
          }
          const { kinds, tasks, workers } = trace.statistics();
          expect(tasks).to.equal(17);
          expect(kinds.map(({ count }) => count).sort((a, b) => a - b)).to.deep.equal([1, 8, 8]);
          expect(workers.map((each) => each.cores)).to.deep.equal(workers.map(() => cores));
        }));
    });
  }

  describe("Cluster.trace", () => {
    it("tells of tasks that threw", () =>
      withCluster(host, { trace: true }, async (cluster) => {
        const failing = cluster.submit(() => {
          throw new Error("no");
        });
        await errorOf(failing.result());
        const trace = await cluster.trace();
        expect(eventsOf(trace, "failed")).to.have.length(1);
        expect(trace.statistics().failed).to.equal(1);
      }));

    if (host.threads === "workers") {
      it("tells of what went from worker to worker", () =>
        withCluster(host, { trace: true }, async (cluster) => {
          const parts = cluster.scatter([new Float64Array(20_000), new Float64Array(20_000)]);
          await cluster.submit((list: Float64Array[]) => list.length, parts).result();
          const transfers = eventsOf(await cluster.trace(), "transferred");
          expect(transfers).to.have.length(1);
          const [{ worker, from, bytes, start, stop }] = transfers as [EventOf<"transferred">];
          expect(from).not.to.equal(worker);
          expect(bytes).to.be.at.least(160_000);
          expect(stop).to.be.at.least(start);
        }));
    }

    it("can be taken again and again, and after the cluster was closed", async () => {
      let cluster: Parameters<Parameters<typeof withCluster>[2]>[0] | undefined;
      await withCluster(host, { trace: { capacity: 1_000_000 } }, async (traced) => {
        cluster = traced;
        await traced.submit(() => 1).result();
        expect((await traced.trace()).statistics().tasks).to.equal(1);
        await traced.submit(() => 2).result();
      });
      expect((await cluster?.trace())?.statistics().tasks).to.equal(2);
    });

    it("writes lines of JSON, a trace for Chrome, and a report in one file", () =>
      withCluster(host, { trace: true }, async (cluster) => {
        await cluster
          .submit(function addOne(x: number) {
            return x + 1;
          }, 1)
          .result();
        const trace = await cluster.trace();
        const lines = trace.toJSONLines().trimEnd().split("\n");
        expect(lines.map((line) => JSON.parse(line))).to.deep.equal([...trace.events()]);
        expect(JSON.parse(trace.toChromeTrace()).traceEvents).to.be.an("array");
        const report = await cluster.report();
        expect(report).to.match(/^<!doctype html>/);
        expect(report)
          .to.include("addOne")
          .and.not.match(/(src|href)="(?!data:)/);
      }));

    it("is refused where nothing was recorded, and says how to have it", () =>
      withCluster(host, {}, async (cluster) => {
        for (const ask of [() => cluster.trace(), () => cluster.report()]) {
          expect(await errorOf(ask()))
            .to.be.instanceOf(TypeError)
            .with.property("message")
            .that.includes("trace: true");
        }
        const { Cluster } = host.engine;
        for (const trace of ["yes", { capacity: "much" }, { capacity: -1 }] as unknown as boolean[]) {
          expect(await errorOf(Cluster.create({ workers: 1, trace }))).to.be.instanceOf(TypeError);
        }
      }));
  });
}
