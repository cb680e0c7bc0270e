import { beforeEach, describe, expect, it } from "vitest";
import { Deadlines } from "../../src/reactor/deadlines.ts";

/** A clock that the test moves. */
class HandClock {
  time = 0;
  timer: { readonly at: number; readonly callback: () => void } | undefined;
  deferred: (() => void)[] = [];

  now(): number {
    return this.time;
  }

  wait(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.time + milliseconds, callback };
    expect(this.timer, "one timer at a time").to.equal(undefined);
    this.timer = timer;
    return () => {
      if (this.timer === timer) this.timer = undefined;
    };
  }

  defer(callback: () => void): void {
    this.deferred.push(callback);
  }

  /** The timer comes, so many milliseconds after its time. */
  ring(late = 0): void {
    const timer = this.timer ?? expect.fail("there is no timer");
    this.timer = undefined;
    this.time = timer.at + late;
    timer.callback();
  }

  /** Everybody else on the thread had a turn. */
  giveWay(): void {
    for (const callback of this.deferred.splice(0)) callback();
  }
}

describe("Deadlines", () => {
  let clock: HandClock;
  let deadlines: Deadlines;
  let told: string[];
  const set = (id: number, milliseconds: number): void => deadlines.set(id, milliseconds, () => told.push(`${id}`));

  beforeEach(() => {
    clock = new HandClock();
    deadlines = new Deadlines(clock);
    told = [];
  });

  it("tells each in its time, over one timer", () => {
    set(1, 300);
    set(2, 100);
    set(3, 200);
    for (const expected of [["2"], ["2", "3"], ["2", "3", "1"]]) {
      clock.ring();
      clock.giveWay();
      expect(told).to.deep.equal(expected);
    }
    expect(clock.timer).to.equal(undefined);
    expect(deadlines.size).to.equal(0);
  });

  it("lets everybody else on the thread have a turn first: what is deleted then is not told", () => {
    set(1, 100);
    set(2, 100);
    clock.ring();
    expect(told).to.deep.equal([]);
    deadlines.delete(1);
    clock.giveWay();
    expect(told).to.deep.equal(["2"]);
  });

  it("has no timer when nothing is left to come", () => {
    set(1, 100);
    set(2, 50);
    deadlines.delete(2);
    deadlines.delete(1);
    expect(clock.timer).to.equal(undefined);
    set(3, 100);
    expect(clock.timer?.at).to.equal(100);
  });

  it("lets the time begin anew once if the timer comes much too late, as after a page was frozen", () => {
    set(1, 100);
    clock.ring(60_000);
    clock.giveWay();
    expect(told).to.deep.equal([]);
    expect(clock.timer?.at).to.equal(60_200);
    clock.ring(60_000); // the timers of a hidden page are always late
    clock.giveWay();
    expect(told).to.deep.equal(["1"]);
  });

  it("tells at once what need not be patient", () => {
    deadlines.set(1, 100, () => told.push("1"), false);
    clock.ring(60_000);
    clock.giveWay();
    expect(told).to.deep.equal(["1"]);
  });

  it("lets all of it begin anew when asked", () => {
    set(1, 100);
    set(2, 200);
    clock.time = 90;
    deadlines.beginAnew();
    clock.ring(); // the old one
    clock.giveWay();
    expect(told).to.deep.equal([]);
    clock.ring();
    clock.giveWay();
    expect([clock.time, ...told]).to.deep.equal([190, "1"]);
  });

  it("waits in parts for what is longer than a timer can be", () => {
    set(1, 2 ** 32);
    expect(clock.timer?.at).to.equal(2 ** 31 - 1);
    clock.ring();
    clock.giveWay();
    expect(told).to.deep.equal([]);
    expect(clock.timer?.at).to.equal(2 * (2 ** 31 - 1));
  });

  it("tells nothing after it was cleared, even if the timer had come", () => {
    set(1, 100);
    clock.ring();
    deadlines.clear();
    clock.giveWay();
    expect(told).to.deep.equal([]);
  });
});
