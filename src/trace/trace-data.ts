// What a trace is made of: plain data, which may have come from another thread.
import type { LogCopy } from "./event-log.ts";

export interface TraceData {
  /** When the trace began, in milliseconds since the epoch. */
  readonly start: number;
  /** When it was taken, in microseconds since then. */
  readonly stop: number;
  /** Names by function. */
  readonly functions: readonly string[];
  readonly log: LogCopy;
}

/** What the report says of the cluster and of the machine, in its order. */
export type TraceAbout = Readonly<Record<string, string | number>>;
