// What the command needs of the engine: `weftwork/lab`, as it was built for the runtime that the command finds itself in.
// It is loaded by its file beside the command, so that Node and Deno share one command.
import type { runJob } from "../lab/experiments/job.ts";
import type { PAPER_TABLE } from "../lab/graphs/catalog.ts";
import type { graphsCheck } from "../lab/graphs/check.ts";
import type { reportCsv } from "../lab/report/csv.ts";
import type { reportHtml } from "../lab/report/html.ts";
import type { reportOf } from "../lab/report/report-of.ts";
import type { reportText } from "../lab/report/text.ts";

export interface LabLibrary {
  readonly runJob: typeof runJob;
  readonly graphsCheck: typeof graphsCheck;
  readonly PAPER_TABLE: typeof PAPER_TABLE;
  /** By name. */
  readonly schedulers: Readonly<Record<string, unknown>>;
  readonly reportOf: typeof reportOf;
  readonly reportText: typeof reportText;
  readonly reportHtml: typeof reportHtml;
  readonly reportCsv: typeof reportCsv;
}

export type RuntimeName = "node" | "deno" | "chromium";

export const RUNTIMES: readonly RuntimeName[] = ["node", "deno", "chromium"];

/** The runtime that runs the command. */
export const thisRuntime: RuntimeName = "Deno" in globalThis ? "deno" : "node";

/** The folder that holds the built package. */
export const distUrl: URL = new URL(".", import.meta.url);

export function loadLab(): Promise<LabLibrary> {
  const file = thisRuntime === "deno" ? "lab.js" : "lab.node.js";
  return import(new URL(file, distUrl).href) as Promise<LabLibrary>;
}
