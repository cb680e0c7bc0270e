// The kernel of a chain that was fused.

type Step = (...args: unknown[]) => unknown;

/** Calls `functions[0](values[0], ...inputs)` and each further function with its value and what came before. */
export function runChain(...all: readonly unknown[]): unknown {
  let count = 0;
  while (typeof all[count] === "function") count++;
  const steps = all.slice(0, count) as Step[];
  return goOn(steps, all[count] as readonly unknown[], 0, all.slice(count + 1));
}

function goOn(steps: readonly Step[], values: readonly unknown[], from: number, inputs: readonly unknown[]): unknown {
  let args = inputs;
  let result: unknown;
  for (let i = from; i < steps.length; i++) {
    const value = values[i];
    const step = steps[i] as Step;
    result = value === undefined ? step(...args) : step(value, ...args);
    if (result instanceof Promise) return result.then((settled) => finish(steps, values, i + 1, settled));
    args = [result];
  }
  return result;
}

const finish = (steps: readonly Step[], values: readonly unknown[], from: number, result: unknown): unknown =>
  from === steps.length ? result : goOn(steps, values, from, [result]);
