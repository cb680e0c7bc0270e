// What a beginner is told when no worker starts: the address, how far it came, and the cure.
import { expect } from "chai";
import type { ClusterHost, FixtureTasks } from "./host.ts";
import { errorOf, fixture, thrownBy, withCluster } from "./host.ts";

export function describeBoot(host: ClusterHost): void {
  if (host.threads === "one") return;
  const { describe, it } = host.runner;
  const { Cluster, isEngineError } = host.engine;

  /** By worker script: the phase that fails, and what the message must hold besides. */
  const broken: Readonly<Record<string, { readonly phase: string; readonly says: RegExp; readonly title: string }>> = {
    "not-there.js": {
      title: "is missing",
      phase: "fetch",
      says: host.runtime === "browser" ? /404/ : /no such file|not found|cannot be fetched/i,
    },
    "syntax-error.js": { title: "has a syntax error", phase: "parse", says: /twice/ },
    "throws-at-load.js": { title: "throws while it loads", phase: "boot", says: /the config is wrong/ },
    "misses-import.js": { title: "imports what is not there", phase: "boot", says: /import|not-there\.js|module/i },
    "never-serves.js": {
      title: "never calls serve",
      phase: "ready",
      says: /must call serve\(\) from weftwork\/worker/,
    },
    "speaks-otherwise.js": {
      title: "speaks otherwise",
      phase: "ready",
      says: /must call serve\(\) from weftwork\/worker/,
    },
  };

  describe("Cluster.create says why no worker starts", () => {
    for (const [name, { title, phase, says }] of Object.entries(broken)) {
      it(`when the script ${title}`, async () => {
        const url = fixture(`workers/${name}`);
        const bootTimeout = phase === "ready" ? 700 : 20_000;
        const error = await errorOf(Cluster.create({ workers: 2, worker: url, bootTimeout }));
        expect(isEngineError(error, "boot-failed"), String(error)).to.equal(true);
        expect(error.message).to.include(url.href).and.match(says);
        expect(error.message).to.include(`phase "${phase}" failed`);
        expect(error.details).to.deep.equal({ url: url.href, phase });
      });
    }

    it("when the function that makes workers throws or returns something else", async () => {
      const reason = new Error("no licence");
      const error = await errorOf(
        Cluster.create({
          workers: 1,
          worker: () => {
            throw reason;
          },
        }),
      );
      expect(error).to.have.property("code", "boot-failed");
      expect(error.message).to.include("no licence");
      expect(error.cause).to.equal(reason);
      expect((await errorOf(Cluster.create({ workers: 1, worker: () => ({}) }))).message).to.match(
        /must return a Worker/,
      );
    });

    it("and can be tried again", async () => {
      await errorOf(Cluster.create({ workers: 1, worker: fixture("workers/not-there.js") }));
      await withCluster(host, { workers: 1 }, async (cluster) => {
        expect(await cluster.submit(() => 1).result()).to.equal(1);
      });
    });

    it("but waits for a script that takes its time before it serves", () =>
      withCluster<FixtureTasks>(host, { worker: fixture("workers/serves-late.js") }, async (cluster) => {
        expect(await cluster.tasks.inc(1).result()).to.equal(2);
      }));

    it("refuses options that cannot be, by name", async () => {
      const refused = async (options: object): Promise<Error> => errorOf(Cluster.create(options));
      expect(await refused({ worker: 3, workerss: 2 }))
        .to.be.instanceOf(TypeError)
        .with.property("message")
        .that.includes('"workerss"');
      expect(await refused({ workers: 0 }))
        .to.be.instanceOf(RangeError)
        .with.property("message")
        .that.includes('"workers" is 0');
      expect(await refused({ cores: 1.5 })).to.be.instanceOf(RangeError);
      expect((await refused({ scheduler: "fastest" })).message).to.match(/"fastest".*work-stealing/);
    });

    it("and serve() outside a worker says what it needs", async () => {
      const { serve } = await import("weftwork/worker");
      expect(thrownBy(() => serve({})))
        .to.be.instanceOf(TypeError)
        .with.property("message")
        .that.matches(/Cannot serve tasks: this is .*, must be/);
    });
  });
}
