// The parts of the worker's script as texts, each a lazy chunk of its own: for workers that have no files beside them.
import type { PartName } from "../protocol/part.ts";

type Text = Promise<{ readonly default: string }>;

const TEXTS: Readonly<Record<PartName, () => Text>> = {
  exchange: () => import("virtual:worker-part/worker/exchange-entry"),
  functions: () => import("virtual:worker-part/worker/functions-entry"),
  large: () => import("virtual:worker-part/worker/large-entry"),
  spill: () => import("virtual:worker-part/worker/spill-store"),
  pack: () => import("virtual:worker-part/codec/pack"),
  unpack: () => import("virtual:worker-part/codec/unpack"),
  lines: () => import("virtual:worker-part/worker/line-entry"),
  executors: () => import("virtual:worker-part/worker/executor-threads-entry"),
  supervised: () => import("virtual:worker-part/worker/supervised-entry"),
  timings: () => import("virtual:worker-part/worker/timings"),
};

export async function textOf(name: PartName): Promise<string> {
  return (await TEXTS[name]()).default;
}
