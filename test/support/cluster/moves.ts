// How large results travel: what nobody else needs is moved, the rest is copied once, shared memory not at all.
import { expect } from "chai";
import type { Cluster } from "weftwork";
import type { ClusterHost } from "./host.ts";
import { errorOf, withCluster } from "./host.ts";
import { byLevel, byLevelModule } from "./placed.ts";

const MB = 1e6;
const LARGE = 64 * MB;

/** Bytes that all workers have sent, by the way they took. */
async function sentBy(cluster: Cluster<unknown>): Promise<{ moved: number; copied: number; shared: number }> {
  const sum = { moved: 0, copied: 0, shared: 0 };
  for (const { sent } of (await cluster.memory()).values()) {
    sum.moved += sent.moved;
    sum.copied += sent.copied;
    sum.shared += sent.shared;
  }
  return sum;
}

/** The last buffer that `produce` made, as each worker sees it now: 0 where it was taken away. */
function lengthsLeft(cluster: Cluster<unknown>): Promise<ReadonlyMap<number, number | undefined>> {
  return cluster.run(() => (globalThis as { made?: Float64Array }).made?.byteLength);
}

function produce(bytes: number): Float64Array {
  const made = new Float64Array(bytes / 8).fill(1.5);
  (globalThis as { made?: Float64Array }).made = made;
  return made;
}

const total = (numbers: Float64Array): number => numbers.length * (numbers[numbers.length - 1] as number);

export function describeMoves(host: ClusterHost): void {
  if (host.threads === "one") return;
  const { describe, it } = host.runner;
  const options = { scheduler: host.server === "worker" ? byLevelModule : byLevel };

  describe("Large results", () => {
    it("are moved to the last task that takes them: the source is empty, nothing is copied", () =>
      withCluster(host, options, async (cluster) => {
        const made = cluster.submit(produce, LARGE);
        const sum = cluster.submit(total, made);
        made.release();
        expect(await sum.result()).to.equal(1.5 * (LARGE / 8));
        expect(await sentBy(cluster)).to.deep.equal({ moved: LARGE, copied: 0, shared: 0 });
        expect((await lengthsLeft(cluster)).get(0)).to.equal(0);
      }));

    it("are copied once for two tasks on another worker", () =>
      withCluster(host, options, async (cluster) => {
        const made = cluster.submit(produce, LARGE);
        const sums = [cluster.submit(total, made), cluster.submit((numbers: Float64Array) => numbers[0], made)];
        made.release();
        expect(await cluster.gather(sums)).to.deep.equal([1.5 * (LARGE / 8), 1.5]);
        expect(await sentBy(cluster)).to.deep.equal({ moved: 0, copied: LARGE, shared: 0 });
        expect((await lengthsLeft(cluster)).get(0), "the source keeps its own").to.equal(LARGE);
      }));

    it("stay where they are while a client holds the future", () =>
      withCluster(host, options, async (cluster) => {
        const made = cluster.submit(produce, LARGE);
        expect(await cluster.submit(total, made).result()).to.equal(1.5 * (LARGE / 8));
        expect((await sentBy(cluster)).moved).to.equal(0);
        expect((await made.result())[7]).to.equal(1.5);
      }));

    it("are not copied at all in shared memory, for however many tasks", () =>
      withCluster(host, options, async (cluster) => {
        if (typeof SharedArrayBuffer === "undefined") throw new Error("the tests must run where memory can be shared");
        const made = cluster.submit((bytes: number) => {
          const shared = new Float64Array(new SharedArrayBuffer(bytes)).fill(2);
          (globalThis as { made?: Float64Array }).made = shared;
          return shared;
        }, LARGE);
        const write = cluster.submit((numbers: Float64Array) => {
          numbers[3] = 7;
          return numbers.length;
        }, made);
        expect(await write.result()).to.equal(LARGE / 8);
        expect(await sentBy(cluster)).to.deep.equal({ moved: 0, copied: 0, shared: LARGE });
        const seen = await cluster.run(() => (globalThis as { made?: Float64Array }).made?.[3]);
        expect(seen.get(0), "both workers see the same memory").to.equal(7);
      }));

    it("come to the page moved when their futures are released with them", () =>
      withCluster(host, options, async (cluster) => {
        const futures = [cluster.submit(produce, LARGE), cluster.submit(() => "small")] as const;
        const [numbers, text] = await cluster.gather<unknown>(futures, { release: true });
        expect((numbers as Float64Array).length).to.equal(LARGE / 8);
        expect(text).to.equal("small");
        expect(futures.map(({ status }) => status)).to.deep.equal(["released", "released"]);
        expect(await sentBy(cluster)).to.deep.equal({ moved: LARGE, copied: 0, shared: 0 });
        expect((await lengthsLeft(cluster)).get(0)).to.equal(0);
        const left = [...(await cluster.memory()).values()].map(({ inMemory }) => inMemory);
        expect(left).to.deep.equal([0, 0]);
      }));

    it("are copied to the page, not moved, if a task is still to take them", () =>
      withCluster(host, options, async (cluster) => {
        const made = cluster.submit(produce, MB);
        const later = cluster.submit(
          (_: number, numbers: Float64Array) => numbers.length,
          cluster.submit(async () => new Promise<number>((resolve) => setTimeout(() => resolve(1), 50))),
          made,
        );
        const [numbers] = await cluster.gather([made], { release: true });
        expect(numbers?.length).to.equal(MB / 8);
        expect(await later.result()).to.equal(MB / 8);
      }));

    it("keep everything when one of the futures gathered with release fails", () =>
      withCluster(host, options, async (cluster) => {
        const made = cluster.submit(produce, MB);
        const broken = cluster.submit(() => {
          throw new RangeError("no");
        });
        const error = await errorOf(cluster.gather<unknown>([made, broken], { release: true }));
        expect(error.message).to.equal("no");
        expect((await made.result()).length, "it was not given up").to.equal(MB / 8);
      }));

    it("are not moved if another result on the worker shows the same buffer", () =>
      withCluster(host, options, async (cluster) => {
        const first = cluster.submit(produce, MB);
        const again = cluster.submit(() => (globalThis as { made?: Float64Array }).made as Float64Array);
        await cluster.gather([first, again]); // both on worker 0, of one buffer
        const sum = cluster.submit(total, first);
        first.release();
        expect(await sum.result()).to.equal(1.5 * (MB / 8));
        expect((await again.result()).length).to.equal(MB / 8);
        expect((await sentBy(cluster)).moved).to.equal(0);
      }));

    it("must be made anew by each call: a buffer that was moved away is refused, and the error says so", () =>
      withCluster(host, options, async (cluster) => {
        const first = cluster.submit(produce, MB);
        const sum = cluster.submit(total, first);
        first.release();
        await sum.result();
        const again = cluster.submit(() => (globalThis as { made?: Float64Array }).made);
        const error = await errorOf(again.result());
        expect(error.message).to.match(/moved .* with an earlier result, must be made anew/);
      }));
  });
}
