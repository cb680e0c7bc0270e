import { describe, expect, it } from "vitest";
import { Durations } from "../../src/worker/durations.ts";

/** What is told after these calls, as [function, milliseconds] each. */
function told(durations: Durations, ...calls: readonly (readonly [fn: number, milliseconds: number])[]): number[][] {
  for (const [fn, milliseconds] of calls) durations.learn(fn, milliseconds);
  const changed = durations.takeChanged();
  return [...(changed?.functions ?? [])].map((fn, i) => [fn, changed?.milliseconds[i] as number]);
}

describe("Durations", () => {
  it("tells of each function once, and again only when its average has changed by more than a fifth", () => {
    const durations = new Durations();
    expect(told(durations, [0, 10], [1, 100])).to.deep.equal([
      [0, 10],
      [1, 100],
    ]);
    expect(told(durations, [0, 11], [1, 130])).to.deep.equal([]);
    expect(told(durations, [1, 145])).to.deep.equal([[1, 130]]);
    expect(told(durations)).to.deep.equal([]);
  });

  it("tells nothing of changes that short tasks and coarse clocks make", () => {
    const durations = new Durations();
    expect(told(durations, [0, 0])).to.deep.equal([[0, 0]]);
    for (const milliseconds of [0.1, 0, 0.2]) {
      expect(told(durations, [0, milliseconds])).to.deep.equal([]);
    }
    expect(told(durations, [0, 1])).to.deep.equal([[0, 0.55625]]);
  });

  it("tells nothing of an average that has come back by the end of the turn", () => {
    const durations = new Durations();
    expect(told(durations, [0, 10])).to.deep.equal([[0, 10]]);
    expect(told(durations, [0, 20], [0, 6])).to.deep.equal([]);
  });

  it("takes for long what runs for more than four milliseconds on average", () => {
    const durations = new Durations();
    expect(durations.isLong(0)).to.equal(false);
    durations.learn(0, 9);
    expect(durations.isLong(0)).to.equal(true);
    durations.learn(0, 0);
    durations.learn(0, 0);
    expect(durations.isLong(0)).to.equal(false);
  });
});
