// How data goes from worker to worker: over ports, or handed on by the thread that created the cluster.
import { expect } from "chai";
import type { Cluster, ClusterOptions, Future } from "weftwork";
import type { ClusterHost } from "./host.ts";
import { errorOf, withCluster } from "./host.ts";

interface Scope {
  mark?: number;
}

/** A number that only this worker has. */
const markOf = (): number => ((globalThis as Scope).mark ??= Math.random());

export function describeRoutes(host: ClusterHost): void {
  if (host.threads === "one") return;
  const { describe, it } = host.runner;

  describe("Cluster takes data from worker to worker", () => {
    for (const route of ["ports", "page"] as const) {
      it(`by the route "${route}", to and fro, and leaves the holder's own alone`, () =>
        onBoth(host, { route }, async ({ cluster, left, right }) => {
          expect(cluster.info.route).to.equal(route);
          const make = (_: Uint8Array, n: number) => ({
            n,
            rows: [new Float64Array(10_000).fill(n), "text"],
            at: new Map([[n, new Date(n)]]),
            mark: (globalThis as Scope).mark,
          });
          type Made = ReturnType<typeof make>;
          const look = (_: Uint8Array, made: Made) => ({
            sum: (made.rows[0] as Float64Array).reduce((a, b) => a + b),
            made,
            mark: (globalThis as Scope).mark,
          });
          const marks = new Set<number | undefined>();
          for (const [n, [maker, looker]] of [[right, left] as const, [left, right] as const].entries()) {
            const there = cluster.submit(make, maker, n);
            await cluster.submit((_: unknown) => 0, there).result();
            const { sum, made, mark } = await cluster.submit(look, looker, there).result();
            expect(sum).to.equal(10_000 * n);
            expect(made.at.get(n)).to.deep.equal(new Date(n));
            expect(mark, "looked at elsewhere").not.to.equal(made.mark);
            expect((await there.result()).rows, "the holder's own").to.deep.equal([
              new Float64Array(10_000).fill(n),
              "text",
            ]);
            marks.add(mark);
          }
          expect(marks.size).to.equal(2);
        }));
    }

    it("by the route that was found to be faster, the same for each cluster", () =>
      withCluster(host, {}, async (cluster) => {
        expect(["ports", "page"]).to.include(cluster.info.route);
        await withCluster(host, { route: "auto" }, async (second) => {
          expect(second.info.route).to.equal(cluster.info.route);
        });
      }));

    it("by no route that is none", async () => {
      const error = await errorOf(host.engine.Cluster.create({ route: "pigeon" } as object));
      expect(error).to.be.instanceOf(TypeError).and.have.property("message").that.includes('"route" is pigeon');
    });

    if (host.runtime !== "browser") describeBusyThread(host);
  });
}

/** What only direct ports between workers can do; in browsers it depends on the engine. */
export function describeBusyThread(host: ClusterHost): void {
  host.runner.it("goes on with transfers that were ordered while the thread of the cluster is blocked for 500 ms", () =>
    onBoth(host, { route: "ports" }, async ({ cluster, left, right }) => {
      const flags = new Int32Array(new SharedArrayBuffer(8));
      const data = cluster.submit((_: Uint8Array) => new Float64Array(8192).fill(1), right);
      await cluster.submit((list: Float64Array) => list.length, data).result();
      // The holder is busy, so that it answers only when this thread is blocked.
      const holder = cluster.submit(
        (_: Uint8Array, [started, blocked, flags]: readonly [number, number, Int32Array]) => {
          Atomics.store(flags, started, 1);
          while (Atomics.load(flags, blocked) === 0);
          const end = Date.now() + 100;
          while (Date.now() < end);
          return end;
        },
        right,
        [0, 1, flags] as const,
      );
      while (Atomics.load(flags, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      const taker = cluster.submit(
        (_: Uint8Array, list: Float64Array) => ({ at: Date.now(), sum: list.reduce((a, b) => a + b) }),
        left,
        data,
      );
      await cluster.submit((list: Uint8Array) => list.length, left).result(); // so the taker has been sent there too

      Atomics.store(flags, 1, 1);
      const end = Date.now() + 500;
      while (Date.now() < end);
      const { at, sum } = await taker.result();
      expect(sum).to.equal(8192);
      expect(at, "taken after the holder was free").to.be.at.least(await holder.result());
      expect(at, "and before this thread was").to.be.below(end);
    }),
  );
}

interface Sides {
  readonly cluster: Cluster;
  /** A large value on one worker, and one on the other: a task that takes it runs there. */
  readonly left: Future<Uint8Array>;
  readonly right: Future<Uint8Array>;
}

/** Runs `body` with a cluster of two workers and something that draws tasks to each of them. */
export function onBoth(
  host: ClusterHost,
  options: ClusterOptions,
  body: (sides: Sides) => Promise<void>,
): Promise<void> {
  return withCluster(host, options, async (cluster) => {
    await cluster.run(markOf);
    const [left, right] = cluster.scatter([new Uint8Array(1 << 21), new Uint8Array(1 << 21)]);
    if (left === undefined || right === undefined) throw new Error("scatter gave too few futures");
    await body({ cluster: cluster as Cluster, left, right });
  });
}
