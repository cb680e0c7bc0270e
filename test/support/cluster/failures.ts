// biome-ignore-all lint/style/useThrowOnlyError: tasks of users throw whatever they like
// What users see when a task fails.
import { expect } from "chai";
import type { ClusterHost } from "./host.ts";
import { errorOf, rejectionOf, withCluster } from "./host.ts";

export function describeFailures(host: ClusterHost): void {
  const { describe, it } = host.runner;
  const { isEngineError } = host.engine;

  describe(`Cluster tells what went wrong in a task${host.cores === undefined ? "" : " of an executor"}`, () => {
    it("keeps the name, message, stack, cause and own properties of an error", () =>
      withCluster(host, {}, async (cluster) => {
        const future = cluster.submit(function failing() {
          class AppError extends TypeError {
            override readonly name = "AppError";
            readonly status = 404;
            readonly where = { table: "users", row: 7 };
          }
          throw new AppError("no such row", { cause: new RangeError("7 is too much") });
        });
        const error = await errorOf(future.result());
        expect(error).to.be.instanceOf(Error);
        expect(error).to.include({ name: "AppError", message: "no such row", status: 404 });
        expect(error.where).to.deep.equal({ table: "users", row: 7 });
        expect(error.stack).to.include("failing");
        expect(error.cause).to.be.instanceOf(RangeError).and.have.property("message", "7 is too much");
        expect(future.status).to.equal("failed");
        expect(await rejectionOf(future.result()), "the same error each time").to.equal(error);
      }));

    const thrown: Readonly<Record<string, { readonly task: () => unknown; check(error: unknown): void }>> = {
      null: {
        task: () => {
          throw null;
        },
        check: (error) => expect(error).to.equal(null),
      },
      undefined: {
        task: () => {
          throw undefined;
        },
        check: (error) => expect(error).to.equal(undefined),
      },
      "a string": {
        task: () => {
          throw "just text";
        },
        check: (error) => expect(error).to.equal("just text"),
      },
      "a plain object": {
        task: () => {
          throw { code: 7, list: [1] };
        },
        check: (error) => expect(error).to.deep.equal({ code: 7, list: [1] }),
      },
      "an object with a getter that throws": {
        task: () => {
          throw {
            get message() {
              throw new Error("never read me");
            },
          };
        },
        check: (error) => expect(error).to.be.instanceOf(Error),
      },
      "an error with a getter that throws": {
        task: () => {
          throw Object.defineProperty(new Error("outer"), "detail", {
            enumerable: true,
            get() {
              throw new Error("no");
            },
          });
        },
        check: (error) => expect(error).to.be.instanceOf(Error).and.have.property("message", "outer"),
      },
      "an error that is its own cause": {
        task: () => {
          const error = new Error("round and round");
          error.cause = error;
          throw error;
        },
        check: (error) => {
          expect(error).to.have.property("message", "round and round");
          expect(error).to.have.property("cause").that.is.instanceOf(Error);
        },
      },
      "an error with a function in it": {
        task: () => {
          throw Object.assign(new Error("with a callback"), { retry: () => 1, count: 2 });
        },
        check: (error) => {
          expect(error).to.include({ message: "with a callback", count: 2 });
          expect(error).not.to.have.property("retry");
        },
      },
      "an AggregateError": {
        task: () => {
          throw new AggregateError([new TypeError("first"), "second"], "both");
        },
        check: (error) => {
          expect(error).to.be.instanceOf(AggregateError).and.have.property("message", "both");
          const [first, second] = (error as AggregateError).errors;
          expect(first).to.be.instanceOf(TypeError).and.have.property("message", "first");
          expect(second).to.equal("second");
        },
      },
      "a symbol": {
        task: () => {
          throw Symbol("odd");
        },
        check: (error) => expect(error).to.be.instanceOf(Error).with.property("message").that.includes("odd"),
      },
      "a function": {
        task: () => {
          throw () => 1;
        },
        check: (error) => expect(error).to.be.instanceOf(Error),
      },
      "a rejected promise": {
        task: async () => {
          throw new URIError("late");
        },
        check: (error) => expect(error).to.be.instanceOf(URIError).and.have.property("message", "late"),
      },
      "an endless recursion": {
        task: () => {
          const down = (): number => 1 + down();
          return down();
        },
        check: (error) => expect(error).to.be.instanceOf(RangeError),
      },
    };
    for (const [name, { task, check }] of Object.entries(thrown)) {
      it(`carries ${name} that a task throws, and goes on`, () =>
        withCluster(host, { workers: 1 }, async (cluster) => {
          check(await rejectionOf(cluster.submit(task).result()));
          expect(await cluster.submit(() => "fine").result()).to.equal("fine");
        }));
    }

    it("names the path of an argument that cannot be cloned; other tasks of the same turn go on", () =>
      withCluster(host, { workers: 1 }, async (cluster) => {
        const echo = (x: unknown): unknown => x;
        const before = cluster.map(echo, [1, 2]);
        const bad = cluster.submit(echo, { rows: [1, { onDone: () => {} }] });
        const after = cluster.map(echo, [{ a: 3 }, 4]);
        const error = await errorOf(bad.result());
        expect(isEngineError(error, "not-cloneable"), String(error)).to.equal(true);
        expect(error.message).to.include(bad.key).and.include("args[0].rows[1].onDone");
        expect(error.details).to.deep.equal({ key: bad.key, path: "args[0].rows[1].onDone" });
        expect(await cluster.gather([...before, ...after])).to.deep.equal([1, 2, { a: 3 }, 4]);
      }));

    it("names the path of a result that cannot be cloned; the worker and the other results go on", () =>
      withCluster(host, { workers: 1 }, async (cluster) => {
        const good = cluster.map((x: number) => ({ x }), [1, 2]);
        const bad = cluster.submit(() => ({ list: [1, Symbol("no")] }));
        const waits = [errorOf(bad.result()), ...good.map((future) => future.result())];
        const [error, ...results] = (await Promise.all(waits)) as [Error, ...unknown[]];
        expect(isEngineError(error, "not-cloneable"), String(error)).to.equal(true);
        expect(error.message).to.include(bad.key).and.include("result.list[1]");
        expect(results).to.deep.equal([{ x: 1 }, { x: 2 }]);
        const user = cluster.submit((x: { list: unknown[] }) => x.list[0], bad);
        if (host.cores === undefined) expect(await user.result(), "on its worker it is fine").to.equal(1);
        else expect(await errorOf(user.result()), "it is not").to.have.nested.property("details.root", bad.key);
      }));

    it("tells who runs a function on every worker that its argument or answer cannot be cloned", () =>
      withCluster(host, {}, async (cluster) => {
        expect(
          await errorOf(
            (async () =>
              cluster.run(
                (x: unknown) => x,
                () => 1,
              ))(),
          ),
        )
          .to.have.property("message")
          .that.includes("args[0]");
        expect(await errorOf(cluster.run(() => ({ f: () => 1 }))))
          .to.have.property("message")
          .that.includes("result.f");
        expect([...(await cluster.run(() => 1)).values()]).to.include(1);
      }));

    it("refuses a Proxy, which only the port can tell from its target, wherever it is given", () =>
      withCluster(host, {}, async (cluster) => {
        const reactive = new Proxy({ rows: 1 }, {}); // as Vue and MobX hand them out
        const [lost, kept] = cluster.scatter([reactive, { rows: 2 }]);
        if (lost === undefined || kept === undefined) throw new Error("scatter gave too few futures");
        const rowsOf = (data: { rows: number }): number => data.rows;
        const refused = [
          lost.result(),
          cluster.submit(rowsOf, lost).result(),
          cluster.submit(rowsOf, reactive).result(),
          cluster.submit((a: object, b: object) => [a, b], { reactive }, kept).result(),
          cluster.run(rowsOf, reactive),
        ].map((promise) => errorOf(promise));
        for (const error of await Promise.all(refused)) expect(isEngineError(error), String(error)).to.equal(true);
        expect(await cluster.submit(rowsOf, kept).result(), "the cluster goes on").to.equal(2);
        expect([...(await cluster.run(() => 1)).values()]).to.include(1);
      }));

    it("fails what depends on a failed task, and names the root cause", () =>
      withCluster(host, {}, async (cluster) => {
        const root = cluster.with({ key: "load-users" }).submit(() => {
          throw new RangeError("row 7");
        });
        const middle = cluster.submit((x: never) => x, root);
        const last = cluster.submit((x: never) => x, middle);
        const fine = cluster.submit(() => "fine");
        const error = await errorOf(last.result());
        expect(isEngineError(error, "dependency-failed")).to.equal(true);
        expect(error.details).to.deep.equal({ key: last.key, root: "load-users" });
        expect(error.message).to.include('"load-users"').and.include("RangeError: row 7");
        expect(error.cause).to.be.instanceOf(RangeError);
        expect(await errorOf(root.result())).to.be.instanceOf(RangeError);
        expect(await errorOf(cluster.gather([fine, last]))).to.have.property("code", "dependency-failed");
        expect(await fine.result()).to.equal("fine");
        const late = cluster.submit((x: never) => x, middle);
        expect(await errorOf(late.result()), "submitted after the failure").to.have.nested.property(
          "details.root",
          "load-users",
        );
      }));

    it("refuses source text when it is not allowed, and says so", () =>
      withCluster(host, { allowSource: false }, async (cluster) => {
        const error = await errorOf((async () => cluster.submit(() => 1).result())());
        expect(error.message).to.match(/allowSource/);
      }));
  });
}
