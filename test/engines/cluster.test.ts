// The least that a cluster must do in every browser engine.
import { expect } from "chai";
import { Cluster, isEngineError } from "weftwork";
import { errorOf } from "../support/cluster/host.ts";
import { onTwoWorkers } from "./engine.ts";

describe("Cluster in this engine", () => {
  it("computes tasks that take results of both workers", () =>
    onTwoWorkers(async (cluster) => {
      const squares = cluster.map((x: number) => x * x, [1, 2, 3, 4, 5, 6, 7, 8]);
      const pairs = squares.map((square, i) =>
        cluster.submit((a: number, b: number) => a + b, square, squares[7 - i] ?? square),
      );
      expect(await cluster.gather(pairs)).to.deep.equal([65, 53, 45, 41, 41, 45, 53, 65]);
    }));

  it("takes large typed arrays from one worker to the other, unharmed", () =>
    onTwoWorkers(async (cluster) => {
      const length = 1 << 19;
      const parts = cluster.scatter([1, 2].map((n) => new Float64Array(length).map((_, i) => n * i)));
      const sums = [0, 1].map(() =>
        cluster.submit((lists: Float64Array[]) => lists.map((list) => list.reduce((a, b) => a + b)), parts),
      );
      const whole = (length * (length - 1)) / 2;
      expect(await cluster.gather(sums)).to.deep.equal([
        [whole, 2 * whole],
        [whole, 2 * whole],
      ]);
      expect((await cluster.gather(parts)).map((list) => list[length - 1])).to.deep.equal([length - 1, 2 * length - 2]);
    }));

  it("tells what a task threw, with its cause", () =>
    onTwoWorkers(async (cluster) => {
      const failing = cluster.submit(() => {
        throw new TypeError("no such row", { cause: new RangeError("7 is too much") });
      });
      const error = await errorOf(failing.result());
      expect(error).to.be.instanceOf(TypeError).and.have.property("message", "no such row");
      expect(error.cause).to.be.instanceOf(RangeError).and.have.property("message", "7 is too much");
    }));

  it("settles what is pending when it closes", async () => {
    const cluster = await Cluster.create({ workers: 2 });
    const pending = cluster.submit(() => new Promise<number>(() => {}));
    const waiting = errorOf(pending.result());
    await cluster.close();
    expect(isEngineError(await waiting, "closed")).to.equal(true);
    await cluster.close();
  });
});
