// Routes between workers in this engine; the busy thread only where ports between workers do without the page.
import { expect } from "chai";
import { describeBusyThread, describeRoutes, onBoth } from "../support/cluster/routes.ts";
import { engineName, host } from "./engine.ts";

describeRoutes(host);

describe("Cluster takes data from worker to worker in this engine", () => {
  if (engineName === "chromium") describeBusyThread(host);

  // Firefox is known to lose shared memory that is sent over ports between workers.
  for (const route of engineName === "firefox" ? (["page"] as const) : (["ports", "page"] as const)) {
    it(`shares memory over the route "${route}" instead of copying it`, () =>
      onBoth(host, { route }, async ({ cluster, left, right }) => {
        expect(crossOriginIsolated).to.equal(true);
        const make = (_: Uint8Array) => {
          const list = new Float64Array(new SharedArrayBuffer(1 << 16));
          list[0] = (globalThis as { mark?: number }).mark ?? 0;
          return list;
        };
        const write = (_: Uint8Array, list: Float64Array) => {
          list[1] = (globalThis as { mark?: number }).mark ?? 0;
        };
        const shared = cluster.submit(make, right);
        await cluster.submit((_: unknown) => 0, shared).result();
        await cluster.submit(write, left, shared).result();
        const [made, written] = await cluster.submit((list: Float64Array) => [list[0], list[1]], shared).result();
        expect(made).to.be.above(0);
        expect(written, "by the other worker, and seen by the holder").to.be.above(0).and.not.equal(made);
        expect((await shared.result())[1], "and by the page").to.equal(written);
      }));
  }

  it("goes on by another route when a message cannot be decoded", () =>
    onBoth(host, { route: "ports" }, async ({ cluster, left, right }) => {
      const make = (_: Uint8Array, n: number) => new Float64Array(10_000).fill(n);
      const sum = (_: Uint8Array, list: Float64Array) => list.reduce((a, b) => a + b);
      const [one, two] = [cluster.submit(make, right, 1), cluster.submit(make, right, 2)];
      await cluster.submit((list: Float64Array) => list.length, two).result();
      await cluster.run(function breakNextPort() {
        const { postMessage } = MessagePort.prototype;
        MessagePort.prototype.postMessage = function (this: MessagePort) {
          MessagePort.prototype.postMessage = postMessage;
          setTimeout(() => this.dispatchEvent(new MessageEvent("messageerror")));
        };
      });
      expect(await cluster.submit(sum, left, one).result()).to.equal(10_000);
      expect(await cluster.submit(sum, left, two).result()).to.equal(20_000);
      expect(cluster.info.workers, "nobody had to die for it").to.have.length(2);
    }));
});
