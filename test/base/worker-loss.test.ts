import { describe, expect, it } from "vitest";
import { EngineError } from "../../src/base/errors.ts";
import { lossError, lossOf } from "../../src/base/worker-loss.ts";

describe("lossOf", () => {
  it("reads the word that an error carries, and else what the runtime says", () => {
    const outOfMemory = Object.assign(new Error("whatever"), { code: "ERR_WORKER_OUT_OF_MEMORY" });
    const words = [
      lossError("unreadable", "A message could not be decoded"),
      new EngineError("protocol-violated", "Cannot read a message", { found: "news" }),
      outOfMemory,
      new Error("Worker terminated due to reaching memory limit: JS heap out of memory"),
      new Error(
        "The worker's executor 1 of 2 was lost: Worker terminated due to reaching memory limit: JS heap out of memory",
      ),
      new RangeError("Array buffer allocation failed"),
    ].map(lossOf);
    expect(words).to.deep.equal(["unreadable", "misbehaved", "oom", "oom", "oom", "crashed"]);
  });

  it("keeps the cause", () => {
    const cause = new Error("why");
    expect(lossError("ended", "It ended", cause)).to.have.property("cause", cause);
    expect("cause" in lossError("ended", "It ended")).to.equal(false);
  });
});
