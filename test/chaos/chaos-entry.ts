// What `npm run chaos` runs for one scheduler: so many runs from one seed, or one run again. Prints one line of JSON.
import * as fc from "fast-check";
import type { SchedulerName } from "../../src/scheduler/schedulers.ts";
import type { ChaosRun } from "./chaos-run.ts";
import { runChaos } from "./chaos-run.ts";
import { chaosRuns } from "./chaos-runs.ts";

type Order =
  | { readonly scheduler: SchedulerName; readonly numRuns: number; readonly seed: number }
  | { readonly replay: ChaosRun };

const order = JSON.parse(process.argv[2] ?? "null") as Order;
if ("replay" in order) {
  await runChaos(order.replay);
  console.log(JSON.stringify({ failed: false }));
} else {
  const { scheduler, numRuns, seed } = order;
  const found = await fc.check(fc.asyncProperty(chaosRuns(scheduler), runChaos), { numRuns, seed });
  const error = found.errorInstance;
  console.log(
    JSON.stringify({
      failed: found.failed,
      runs: found.numRuns,
      run: found.counterexample?.[0],
      shrinks: found.numShrinks,
      error: error instanceof Error ? error.stack : error,
    }),
  );
}
