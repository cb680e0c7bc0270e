// What happened, one event after the other: the form in which a trace is read by people and programs.
import type { Part } from "./records.ts";

/** What a worker did beside computing. */
export type TraceActivity = Extract<TraceEvent, { readonly kind: "transferred" | "stored" | "loaded" | "worked" }>;

/** Times are microseconds since the trace began; bytes are managed bytes. Ids of tasks come back as other tasks after `removed`. */
export type TraceEvent = { readonly time: number } & (
  | { readonly kind: "created"; readonly task: number; readonly inputs: readonly number[] }
  /** The scheduler has decided. */
  | { readonly kind: "assigned"; readonly task: number; readonly worker: number }
  /** The order went to the worker; every attempt at a task has a `run` of its own. */
  | {
      readonly kind: "sent";
      readonly task: number;
      readonly run: number;
      readonly worker: number;
      readonly fn: string;
    }
  /** It runs and will for a while. */
  | { readonly kind: "started"; readonly task: number; readonly run: number; readonly worker: number }
  /** It was computed from `start` to `stop`; both are absent if the worker tells no times. */
  | {
      readonly kind: "finished";
      readonly task: number;
      readonly run: number;
      readonly worker: number;
      readonly bytes: number;
      readonly start?: number;
      readonly stop?: number;
    }
  | {
      readonly kind: "failed";
      readonly task: number;
      readonly run: number;
      readonly worker: number;
      readonly start?: number;
      readonly stop?: number;
    }
  /** A copy of its result is on the worker now; with `from` it was taken away from there. */
  | {
      readonly kind: "placed";
      readonly task: number;
      readonly run: number;
      readonly worker: number;
      readonly from?: number;
    }
  /** The worker was told to forget its result, or the order. */
  | { readonly kind: "freed"; readonly task: number; readonly run: number; readonly worker: number }
  /** The result was lost with the worker's store. */
  | { readonly kind: "mislaid"; readonly task: number; readonly run: number; readonly worker: number }
  /** Nobody wants it computed any more. */
  | { readonly kind: "dropped"; readonly task: number }
  /** It left the books. */
  | { readonly kind: "removed"; readonly task: number }
  | { readonly kind: "retraction-asked"; readonly task: number; readonly run: number; readonly worker: number }
  | {
      readonly kind: "retraction-answered";
      readonly task: number;
      readonly run: number;
      readonly worker: number;
      readonly success: boolean;
    }
  | { readonly kind: "worker-joined"; readonly worker: number; readonly cores: number; readonly node: number }
  | { readonly kind: "worker-lost"; readonly worker: number }
  /** Between server and all workers, once per turn; `bytes`: of the columns, values are not counted. */
  | {
      readonly kind: "messages-sent" | "messages-received";
      readonly envelopes: number;
      readonly messages: number;
      readonly bytes: number;
    }
  /** The server's thread was busy with this until `time`. */
  | { readonly kind: "measured"; readonly part: Part; readonly start: number; readonly stop: number }
  /** Results came from another worker. */
  | {
      readonly kind: "transferred";
      readonly worker: number;
      readonly from: number;
      readonly results: number;
      readonly bytes: number;
      readonly start: number;
      readonly stop: number;
    }
  /** Results were written to the worker's store, or read from it. */
  | {
      readonly kind: "stored" | "loaded";
      readonly worker: number;
      readonly results: number;
      readonly bytes: number;
      readonly start: number;
      readonly stop: number;
    }
  /** The worker's own thread worked for `duration` since `start`, gaps left out. */
  | { readonly kind: "worked"; readonly worker: number; readonly start: number; readonly duration: number }
);
