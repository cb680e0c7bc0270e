import { beforeEach, describe, expect, it } from "vitest";
import { checkInvariants } from "../../src/reactor/invariants.ts";
import type { ReactorState } from "../../src/reactor/reactor-state.ts";
import { ReactorHarness } from "../support/reactor-harness.ts";

/*  a ── b   (a is in memory on worker 0, b on worker 1 as an order)  */
describe("checkInvariants", () => {
  let reactor: ReactorHarness;
  let state: ReactorState;
  const row = (name: string): number => reactor.rows.get(name) as number;

  beforeEach(() => {
    reactor = new ReactorHarness();
    state = reactor.machine.state;
    reactor.submit({ a: [], b: ["a"] }, { wants: ["b"] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.turn("b>1");
  });

  const damages: readonly (readonly [string, () => void])[] = [
    ["misses 0 inputs", () => state.tasks.columns.missing[row("b")]!++],
    ["1 consumers to come and 2 are counted", () => state.tasks.columns.consumersToCome[row("a")]!++],
    ["has 1 consumers", () => state.tasks.table.consumers[row("a")]!++],
    ["rows are in use", () => state.tasks.count++],
    ["is needed and nobody holds it", () => state.tasks.holders.clear(row("a"))],
    [
      "names a holder twice",
      () => {
        state.tasks.holders.add(row("a"), 1);
        state.tasks.columns.worker[row("a")] = 1;
      },
    ],
    ["held by worker 0, which is gone", () => state.workers.byId.delete(0)],
    ["is on a worker that is gone", () => state.workers.byId.delete(1)],
    ["has a target", () => state.tasks.targets.set(row("b"), 0)],
    ["must have a failure", () => void state.tasks.failures.set(row("b"), {} as never)],
    ["which means another task", () => void (state.tasks.columns.future[row("a")] = 0)],
    ["which has another", () => state.futures.set(77, row("b"))],
    ["submission 0 has 2 rows and 3 counted", () => state.submissions.get(0)!.rows++],
    ["something is remembered", () => state.tasks.losses.set(60, 1)],
    [
      "is not needed",
      () => {
        state.tasks.columns.future[row("b")] = -1;
        state.futures.clear();
      },
    ],
    ["which has none back", () => state.workers.byId.get(0)?.peers.clear()],
  ];

  it("holds for a sound state", () => {
    expect(() => checkInvariants(state)).to.not.throw();
  });

  it.each(damages)('tells the story "%s" when that is so', (story, damage) => {
    damage();
    expect(() => checkInvariants(state)).to.throw(story);
  });
});
