// Timing that survives a noisy machine: many samples, taken in turn, told as a median with its quartiles.

/** Samples in the unit that was measured. */
export interface Spread {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
  readonly samples: number;
}

export function spreadOf(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] as number;
  return { median: at(0.5), lower: at(0.25), upper: at(0.75), samples: sorted.length };
}

/** Runs each measurement once per round, in turn (A B A B), after `warmUps` rounds that do not count. */
export async function inTurn<Name extends string>(
  measurements: Readonly<Record<Name, () => Promise<number>>>,
  rounds: number,
  warmUps = 1,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(measurements) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUps; round < rounds; round++) {
    for (const name of names) {
      collectGarbage();
      const sample = await measurements[name]();
      if (round >= 0) samples[name].push(sample);
    }
  }
  return samples;
}

/** Milliseconds that `action` takes. */
export async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** So that a sample does not pay for what was thrown away before it. */
export function collectGarbage(): void {
  (globalThis as { readonly gc?: () => void }).gc?.();
}
