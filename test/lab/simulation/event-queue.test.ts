import { describe, expect, it } from "vitest";
import { EventQueue } from "../../../src/lab/simulation/event-queue.ts";

function happenings(plan: readonly (readonly [time: number, name: string])[]): { names: string[]; queue: EventQueue } {
  const queue = new EventQueue();
  const names: string[] = [];
  for (const [time, name] of plan) queue.at(time, 0, () => names.push(`${name}@${queue.now}`));
  while (queue.next());
  return { names, queue };
}

describe("EventQueue", () => {
  it("lets things happen in order of time, and of arrival among equals", () => {
    const { names } = happenings([
      [2, "c"],
      [1, "a"],
      [2, "d"],
      [1, "b"],
    ]);
    expect(names).toEqual(["a@1", "b@1", "c@2", "d@2"]);
  });

  it("never goes back: what should have happened before happens now", () => {
    const queue = new EventQueue();
    const times: number[] = [];
    queue.at(5, 0, () => queue.at(3, 0, () => times.push(queue.now)));
    while (queue.next());
    expect(times).toEqual([5]);
  });

  it("has another fingerprint when a thing happens at another time or to another actor", () => {
    const fingerprintOf = (time: number, actor: number): number => {
      const queue = new EventQueue();
      queue.at(time, actor, () => {});
      queue.next();
      return queue.fingerprint;
    };
    expect(fingerprintOf(1, 1)).toBe(fingerprintOf(1, 1));
    expect(fingerprintOf(1 + 2 ** -40, 1)).not.toBe(fingerprintOf(1, 1));
    expect(fingerprintOf(1, 2)).not.toBe(fingerprintOf(1, 1));
  });
});
