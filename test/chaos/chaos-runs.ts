// Chaos for fast-check: small programs mostly, so that many fit into a minute; what fails shrinks to few tasks and faults.
import * as fc from "fast-check";
import type { SchedulerName } from "../../src/scheduler/schedulers.ts";
import { STORE_MOODS } from "../support/simulated-store.ts";
import type { ChaosRun } from "./chaos-run.ts";
import { FAULTS } from "./faults.ts";

const fault = fc.record({
  kind: fc.constantFrom(...FAULTS),
  after: fc.oneof({ weight: 4, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.nat(200) }),
  pick: fc.nat(1000),
});

const memory = fc.record({
  limit: fc.constantFrom(70e6, 130e6, 200e6, 400e6),
  mood: fc.constantFrom(...STORE_MOODS),
});

export function chaosRuns(scheduler: SchedulerName): fc.Arbitrary<ChaosRun> {
  return fc
    .record({
      seed: fc.noShrink(fc.nat()),
      scheduler: fc.constant(scheduler),
      answersLate: fc.constantFrom(false, false, false, true),
      tasks: fc.oneof(
        { weight: 20, arbitrary: fc.integer({ min: 1, max: 24 }) },
        { weight: 3, arbitrary: fc.integer({ min: 20, max: 60 }) },
        { weight: 1, arbitrary: fc.integer({ min: 60, max: 150 }) },
      ),
      cores: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 }),
      failing: fc.constantFrom(0, 0, 3, 10),
      fragile: fc.boolean(),
      demanding: fc.boolean(),
      allowedFailures: fc.constantFrom(undefined, undefined, 0, 1, 3),
      memory: fc.option(memory, { nil: undefined }),
      faults: fc.array(fault, { maxLength: 14 }),
    })
    .map(({ allowedFailures, memory: limited, ...run }) => ({
      ...run,
      ...(allowedFailures !== undefined && { allowedFailures }),
      ...(limited && { memory: limited }),
    }));
}
