// What users compute, and how results come back.
import { expect } from "chai";
import * as fc from "fast-check";
import { cloneable, trickyValues } from "../cloneable-values.ts";
import { isSameValue } from "../same-value.ts";
import type { ClusterHost, FixtureTasks } from "./host.ts";
import { errorOf, fixture, rejectionOf, servedTasks, thrownBy, withCluster } from "./host.ts";

export function describeResults(host: ClusterHost): void {
  const { describe, it } = host.runner;
  const { delayed, moduleTask, TaskGraph, transfer } = host.engine;

  describe("Cluster computes", () => {
    it("runs the quick start", () =>
      withCluster(host, {}, async (cluster) => {
        const squares = cluster.map((x: number) => x * x, [1, 2, 3]);
        const total = cluster.submit((xs: number[]) => xs.reduce((a, b) => a + b), squares);
        expect(await total.result()).to.equal(14);
        expect(cluster.info.runtime).to.equal(host.runtime);
        expect(cluster.info.threads).to.equal(host.threads);
      }));

    it("puts the results of futures in their places, wherever they stand in the arguments", () =>
      withCluster(host, {}, async (cluster) => {
        const one = cluster.submit(() => 1);
        const two = cluster.submit(() => "two");
        const echo = cluster.submit(
          (...args: unknown[]) => args,
          one,
          { list: [two, [one]] },
          new Map([["a", two]]),
          4,
        );
        expect(await echo.result()).to.deep.equal([1, { list: ["two", [1]] }, new Map([["a", "two"]]), 4]);
      }));

    it("accepts futures of futures' results over many steps", () =>
      withCluster(host, {}, async (cluster) => {
        let last = cluster.submit(() => 0);
        for (let i = 0; i < 200; i++) last = cluster.submit((x: number) => x + 1, last);
        expect(await last.result()).to.equal(200);
      }));

    it("maps and gathers 10,000 items in order", () =>
      withCluster(host, {}, async (cluster) => {
        const items = Array.from({ length: 10_000 }, (_, i) => i);
        const results = await cluster.gather(cluster.map((x: number) => x + 1, items));
        expect(results).to.deep.equal(items.map((x) => x + 1));
      }));

    it("maps over several lists as far as the shortest goes", () =>
      withCluster(host, {}, async (cluster) => {
        const futures = cluster.map((a: number, b: string) => `${a}${b}`, [1, 2, 3], ["x", "y"]);
        expect(await cluster.gather(futures)).to.deep.equal(["1x", "2y"]);
        expect(await cluster.gather([])).to.deep.equal([]);
      }));

    it("scatters values, which tasks take like results", () =>
      withCluster(host, {}, async (cluster) => {
        const [a, b] = cluster.scatter([new Float64Array([1, 2]), { n: 3 }] as const);
        if (a === undefined || b === undefined) throw new Error("scatter gave too few futures");
        const both = cluster.submit((...parts: unknown[]) => parts, a, b);
        expect(await both.result()).to.deep.equal([new Float64Array([1, 2]), { n: 3 }]);
        expect(await a.result()).to.deep.equal(new Float64Array([1, 2]));
      }));

    it("runs a function on every worker", () =>
      withCluster(host, {}, async (cluster) => {
        const answers = await cluster.run((x: number) => x + 1, 4);
        expect([...answers.keys()].sort()).to.deep.equal(cluster.info.workers.map(({ worker }) => worker).sort());
        expect([...answers.values()]).to.deep.equal([...answers.values()].map(() => 5));
        const error = await errorOf(
          cluster.run(() => {
            throw new RangeError("not here");
          }),
        );
        expect(error).to.be.instanceOf(RangeError).and.have.property("message", "not here");
      }));

    it("waits for what asynchronous functions promise", () =>
      withCluster(host, {}, async (cluster) => {
        const late = cluster.submit(async (x: number) => {
          await new Promise((resolve) => {
            setTimeout(resolve, 5);
          });
          return x + 1;
        }, 1);
        expect(await cluster.submit((x: number) => 10 * x, late).result()).to.equal(20);
      }));

    it("computes delayed calls, each once", () =>
      withCluster(host, {}, async (cluster) => {
        const inc = delayed((x: number) => x + 1);
        const add = delayed((a: number, b: number) => a + b);
        const shared = inc(1);
        expect(await cluster.compute(add(shared, inc(shared))).result()).to.equal(5);
        const [a, b] = cluster.compute([shared, inc(10)]);
        expect(await Promise.all([a?.result(), b?.result()])).to.deep.equal([2, 11]);
      }));

    it("computes a graph, by default what no other task takes", () =>
      withCluster(host, {}, async (cluster) => {
        const graph = new TaskGraph();
        const one = graph.callValue(
          graph.define((x: number) => x),
          1,
        );
        const inc = graph.define((x: number) => x + 1);
        const two = graph.call(inc, [one]);
        const sum = graph.callList(
          graph.define((xs: number[]) => xs.reduce((a, b) => a + b)),
          [one, two, two],
        );
        expect(await cluster.gather(cluster.compute(graph))).to.deep.equal([5]);
        expect(await cluster.gather(cluster.compute(graph, [sum, two]))).to.deep.equal([5, 2]);
      }));

    it("yields futures as they end, failed ones too", () =>
      withCluster(host, {}, async (cluster) => {
        const slow = cluster.submit(async () => {
          await new Promise((resolve) => {
            setTimeout(resolve, 100);
          });
          return "slow";
        });
        const failed = cluster.submit(() => {
          throw new Error("no");
        });
        const quick = cluster.submit(() => "quick");
        const seen: unknown[] = [];
        for await (const future of cluster.asCompleted([slow, failed, quick])) {
          expect(future.status).to.be.oneOf(["finished", "failed"]);
          seen.push(future);
        }
        expect(seen).to.have.members([slow, failed, quick]);
        if (host.threads === "workers") expect(seen[2]).to.equal(slow);
      }));

    it("calls the tasks that the workers serve, by name", () =>
      withCluster<FixtureTasks>(host, servedTasks(host), async (cluster) => {
        const two = cluster.tasks.inc(1);
        expect(await cluster.tasks.add(two, cluster.tasks.inc(two)).result()).to.equal(5);
        expect(await cluster.tasks.sum([two, 1]).result()).to.equal(3);
        expect(await cluster.tasks.callsHelper(two).result()).to.equal(4);
        const unknown = cluster.tasks as unknown as Record<string, (x: number) => unknown>;
        expect(thrownBy(() => unknown.decrement?.(1)))
          .to.be.instanceOf(TypeError)
          .with.property("message")
          .that.matches(/"decrement".*inc/);
      }));

    it("calls exports of modules by their address", () =>
      withCluster(host, {}, async (cluster) => {
        const square = moduleTask<[x: number], number>(fixture("modules/math.js"));
        const hypotenuse = moduleTask<[a: number, b: number], number>(fixture("modules/math.js"), "hypotenuse");
        expect(await cluster.submit(square, 3).result()).to.equal(9);
        expect(await cluster.submit(hypotenuse, cluster.submit(square, 2), 3).result()).to.equal(5);
      }));

    it("says which module or export is missing", () =>
      withCluster(host, {}, async (cluster) => {
        const noModule = await errorOf(cluster.submit(moduleTask(fixture("modules/none.js"))).result());
        expect(noModule).to.have.property("code", "module-failed");
        expect(noModule.message).to.include("modules/none.js");
        const noFunction = await errorOf(cluster.submit(moduleTask(fixture("modules/math.js"), "pi")).result());
        expect(noFunction.message).to.match(/"pi".*math\.js.*number.*function/);
        expect(thrownBy(() => moduleTask("./math.js"))).to.be.instanceOf(TypeError);
      }));

    it("calls what plain functions import by an absolute address", () =>
      withCluster(host, {}, async (cluster) => {
        if (host.threads === "one") return; // the test runner's thread does not let such functions import
        // Made from text because test runners rewrite the `import` of a function in this file.
        const areaOf = new Function("url", "r", "return import(url).then(({ pi }) => pi * r * r)");
        const area = cluster.submit(
          areaOf as (url: string, r: number) => Promise<number>,
          fixture("modules/math.js").href,
          2,
        );
        expect(await area.result()).to.be.closeTo(12.571, 0.001);
      }));

    it("refuses a function that uses what is around it, and names that", () =>
      withCluster(host, {}, async (cluster) => {
        const helper = (x: number): number => x + 1;
        const error = thrownBy(() => cluster.submit((x: number) => helper(x), 1));
        expect(error).to.be.instanceOf(TypeError);
        expect(error)
          .to.have.property("message")
          .that.matches(/"helper".*task module/);
        expect(thrownBy(() => cluster.map(Math.max, [1]))).to.be.instanceOf(TypeError);
        expect(await cluster.submit((x: number) => x, 1).result(), "the cluster goes on").to.equal(1);
      }));

    for (const [name, value] of Object.entries(trickyValues)) {
      it(`carries ${name} to a task and back`, () =>
        withCluster(host, { workers: 1 }, async (cluster) => {
          const [there, back] = await cluster.gather([
            cluster.submit((x: unknown) => x, value),
            cluster.submit((...args: unknown[]) => args[1], "beside", value),
          ]);
          expect(isSameValue(value, there), "alone").to.equal(true);
          expect(isSameValue(value, back), "beside another").to.equal(true);
        }));
    }

    it("carries whatever structured clone carries to tasks and back", () =>
      withCluster(host, {}, async (cluster) => {
        const property = fc.asyncProperty(fc.array(cloneable, { maxLength: 8 }), async (values) => {
          const results = await cluster.gather(cluster.map((x: unknown) => x, values));
          if (!isSameValue(values, results)) throw new Error("it came back changed");
        });
        await fc.assert(property, { numRuns: 100, seed: 42 });
      }));

    it("moves what is marked with transfer() to the worker, and copies everything else", () =>
      withCluster(host, {}, async (cluster) => {
        const moved = new Uint8Array([1, 2, 3]);
        const kept = new Uint8Array([4, 5]);
        const sum = (bytes: Uint8Array, more: Uint8Array): number => [...bytes, ...more].reduce((a, b) => a + b);
        const total = cluster.submit(sum, transfer(moved), kept);
        expect(await total.result()).to.equal(15);
        expect(moved.byteLength, "given away").to.equal(0);
        expect([...kept]).to.deep.equal([4, 5]);
      }));

    it("refuses a buffer that was given away, by its path", () =>
      withCluster(host, {}, async (cluster) => {
        const bytes = new Uint8Array([1, 2, 3]);
        const length = (data: { bytes: Uint8Array }): number => data.bytes.length;
        expect(await cluster.submit(length, { bytes: transfer(bytes) }).result()).to.equal(3);
        const error = await errorOf((async () => cluster.submit(length, { bytes }).result())());
        expect(error.message).to.match(/args\[0\]\.bytes/);
      }));

    it("stops waiting when the signal aborts; the task goes on", () =>
      withCluster(host, {}, async (cluster) => {
        const future = cluster.submit(async () => {
          await new Promise((resolve) => {
            setTimeout(resolve, 100);
          });
          return "done";
        });
        const reason = new Error("no time");
        const abort = new AbortController();
        const wait = rejectionOf(future.result({ signal: abort.signal }));
        abort.abort(reason);
        expect(await wait).to.equal(reason);
        expect(await rejectionOf(future.result({ signal: AbortSignal.abort(reason) }))).to.equal(reason);
        expect(await future.result()).to.equal("done");
      }));

    it("lets go of a future: its waits end, and nothing is left on the workers", () =>
      withCluster(host, {}, async (cluster) => {
        const waiting = cluster.submit(
          () =>
            new Promise<number>((resolve) => {
              setTimeout(resolve, 50, 1);
            }),
        );
        const wait = errorOf(waiting.result());
        await Promise.resolve();
        waiting.release();
        expect(await wait).to.have.property("code", "cancelled");
        expect(waiting.status).to.equal("released");
        const futures = cluster.map((x: number) => x, [1, 2, 3]);
        await cluster.gather(futures);
        for (const future of futures) future.release();
        while (cluster.info.tasks > 0) await cluster.run(() => 0);
      }));
  });
}
