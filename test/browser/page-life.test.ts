// What a page does to its clusters, told by the events that browsers send: without a browser that keeps pages.
import { expect } from "chai";
import type { ClusterEvent } from "weftwork";
import { Cluster } from "weftwork";
import { errorOf } from "../support/cluster/host.ts";

const script = new URL("../fixtures/workers/serves-tasks.js", import.meta.url);
const transition = (kind: "pagehide" | "pageshow", persisted: boolean): void => {
  window.dispatchEvent(new PageTransitionEvent(kind, { persisted }));
};

const nextEvent = (cluster: Cluster, kind: ClusterEvent["kind"]): Promise<ClusterEvent> =>
  new Promise((resolve) => {
    const stop = cluster.events.subscribe((event) => {
      if (event.kind !== kind) return;
      stop();
      resolve(event);
    });
  });

describe("Cluster in a page that comes back", () => {
  it("goes on with its workers, idle or busy, and tells how long it was away", async () => {
    const cluster = await Cluster.create({ workers: 2 });
    const slow = cluster.submit(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return "slow";
    });
    const restored = nextEvent(cluster, "page-restored");
    transition("pagehide", true);
    document.dispatchEvent(new Event("freeze"));
    document.dispatchEvent(new Event("resume"));
    transition("pageshow", true);
    expect(await restored)
      .to.have.property("milliseconds")
      .that.is.at.least(0);
    expect(await slow.result()).to.equal("slow");
    expect(cluster.info.workers.map(({ worker }) => worker)).to.deep.equal([0, 1]);
    await cluster.close();
  });

  it("replaces workers that did not come back, and computes again what they had", async () => {
    const handles: Worker[] = [];
    const worker = (): Worker => {
      const handle = new Worker(script, { type: "module" });
      handles.push(handle);
      return handle;
    };
    const cluster = await Cluster.create({ workers: 2, worker });
    const squares = cluster.map((x: number) => x * x, [1, 2, 3, 4]);
    await cluster.gather(squares);
    transition("pagehide", true);
    for (const handle of handles.splice(0)) Worker.prototype.terminate.call(handle); // without a word to anybody
    const lost = nextEvent(cluster, "worker-lost");
    transition("pageshow", true);
    expect(await lost).to.deep.include({ loss: "left-behind", reason: "The worker did not come back with its page" });
    expect(await cluster.gather(squares)).to.deep.equal([1, 4, 9, 16]);
    await cluster.close();
  });

  it("is told nothing any more when it is closed", async () => {
    const cluster = await Cluster.create({ workers: 1 });
    await cluster.close();
    transition("pagehide", true);
    transition("pageshow", true);
    expect(cluster.info.workers).to.deep.equal([]);
  });
});

describe("Cluster in a page that is left for good", () => {
  it("ends at once, and says why to all who wait", async () => {
    const cluster = await Cluster.create({ workers: 2 });
    const pending = errorOf(cluster.submit(() => new Promise(() => {})).result());
    transition("pagehide", false);
    expect(cluster.info.workers).to.deep.equal([]);
    const error = await pending;
    expect(error).to.have.property("code", "closed");
    expect(error.message).to.equal("Cannot finish: its page was left");
    await cluster.close();
  });
});

describe("a page with too many workers", () => {
  it("refuses a cluster that would be one too many, and takes it when others are closed", async () => {
    const cluster = await Cluster.create({ workers: 2 });
    const error = await errorOf(Cluster.create({ workers: 127 }));
    expect(error).to.be.instanceOf(RangeError);
    expect(error.message).to.match(/would have 129 worker threads, must be at most 128.*Cluster\.shared/);
    expect(await errorOf(Cluster.create({ workers: 50, cores: 2 }))).to.be.instanceOf(RangeError);
    expect(await cluster.submit(() => "fine").result()).to.equal("fine");
    await cluster.close();
  });

  it("is warned once of several clusters with many workers", async () => {
    const { warn } = console;
    const warnings: unknown[] = [];
    console.warn = (text: unknown) => warnings.push(text);
    const workers = Math.max(16, 4 * navigator.hardwareConcurrency);
    const clusters = [await Cluster.create({ workers: 1 })];
    try {
      clusters.push(await Cluster.create({ workers }), await Cluster.create({ workers: 1 }));
    } finally {
      console.warn = warn;
      await Promise.all(clusters.map((cluster) => cluster.close()));
    }
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(/2 clusters are open in this page, with \d+ worker threads/);
  });
});
