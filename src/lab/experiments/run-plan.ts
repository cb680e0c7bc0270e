// Measures a plan: skips what is there already, tells how far it is, stops when it is told to, and lets one measurement
// fail without the others.
import type { Block, Cell, ExperimentOptions, Plan } from "./plan.ts";
import type { ExperimentRow } from "./row.ts";
import { keyOf, rowOf } from "./row.ts";

/** Milliseconds that one sample may take; a scheduler that forgets a task would take for ever. */
const LIMIT = 600_000;

/** Rows as they are finished; ends early, without an error, when `signal` is aborted. */
export async function* runPlan(plan: Plan, options: ExperimentOptions): AsyncGenerator<ExperimentRow, void> {
  const { done = new Set(), signal = new AbortController().signal } = options;
  const blocks = plan.blocks
    .map((block) => ({ ...block, cells: block.cells.filter(({ facts }) => !done.has(keyOf(facts))) }))
    .filter(({ cells }) => cells.length > 0);
  const all = blocks.reduce((sum, block) => sum + samplesOf(block), 0);
  let taken = 0;
  try {
    for (const block of blocks) {
      const before = taken;
      collectGarbage();
      try {
        yield* runBlock(block, options, signal, () => {
          options.onProgress?.({ share: taken / all, label: block.label });
          taken++;
        });
      } finally {
        await block.close?.();
      }
      if (signal.aborted) return;
      taken = before + samplesOf(block);
    }
    options.onProgress?.({ share: 1, label: "done" });
  } finally {
    await plan.close();
  }
}

const samplesOf = ({ cells, warmUps, rounds }: Block): number => cells.length * (warmUps + rounds);

async function* runBlock(
  block: Block,
  { onProblem }: ExperimentOptions,
  signal: AbortSignal,
  onSample: () => void,
): AsyncGenerator<ExperimentRow, void> {
  const samples = new Map<Cell, number[]>(block.cells.map((cell) => [cell, []]));
  const start = performance.now();
  for (let round = -block.warmUps; round < block.rounds; round++) {
    if (round >= 2 && performance.now() - start > block.budget) break;
    for (const [cell, taken] of samples) {
      onSample();
      try {
        const sample = await withinLimit(cell.measure(Math.max(0, round), signal), signal);
        if (round >= 0) taken.push(sample);
      } catch (error) {
        if (signal.aborted) return;
        samples.delete(cell);
        onProblem?.({ key: keyOf(cell.facts), message: error instanceof Error ? error.message : String(error) });
      }
    }
  }
  for (const [cell, taken] of samples) yield rowOf(cell.facts, taken);
}

/** So that a block does not pay for the one before; between samples it would take compiled code along with the garbage. */
function collectGarbage(): void {
  (globalThis as { readonly gc?: () => void }).gc?.();
}

function withinLimit(sample: Promise<number>, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    const timer = setTimeout(() => reject(new Error(`It did not end within ${LIMIT / 1000} s`)), LIMIT);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    sample.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    });
  });
}
