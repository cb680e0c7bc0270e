// A plan as delayed calls, for plans with results that are on a cluster already: those are futures, which a graph of its
// own cannot hold.
import { Delayed } from "../../client/delayed.ts";
import type { Plan } from "./plan.ts";

/** The calls of the plan's outputs; each task is one call. @throws {TypeError} if an output is no call but a result */
export function delayedOf({ tasks, outputs }: Plan): readonly Delayed[] {
  const made: object[] = [];
  for (const { fn, value, inputs, future } of tasks) {
    const args: unknown[] = inputs.map((input) => made[input]);
    if (value !== undefined) args.unshift(value);
    made.push(future ?? new Delayed(fn, args));
  }
  return outputs.map((output) => {
    const call = made[output];
    if (call instanceof Delayed) return call;
    throw new TypeError("Cannot compute a partition: it is a result already, must be gathered");
  });
}
