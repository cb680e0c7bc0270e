// What the reactor's machine wants done. The driver performs instructions in order; none of them answers at once.
import type { ReactorToClient } from "../protocol/reactor-to-client.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { WorkerNotice } from "../protocol/worker-to-reactor.ts";
import type { SchedulerEvent } from "../scheduler/scheduler.ts";

export type Instruction =
  /** The scheduler's share of the turn. */
  | { readonly kind: "inform-scheduler"; readonly facts: readonly SchedulerEvent[] }
  /** Make a route between two workers, before either is told to use it. */
  | { readonly kind: "connect"; readonly a: number; readonly b: number }
  /** One envelope to one worker; the buffers in `transfer` are moved. */
  | {
      readonly kind: "send";
      readonly worker: number;
      readonly envelope: readonly ReactorToWorker[];
      readonly transfer: readonly object[];
    }
  | { readonly kind: "tell-client"; readonly messages: readonly ReactorToClient[] }
  /** A worker has something to tell its users. */
  | { readonly kind: "notify"; readonly worker: number; readonly notice: WorkerNotice }
  /**
   * Look at the clock: unless `unwatch-run` comes before, `run-overdue` is due after so many milliseconds. `watch` is a
   * number that is used once.
   */
  | {
      readonly kind: "watch-run";
      readonly watch: number;
      readonly worker: number;
      readonly task: number;
      readonly run: number;
      readonly milliseconds: number;
    }
  | { readonly kind: "unwatch-run"; readonly watch: number }
  /** Say `waited` after so many milliseconds. */
  | { readonly kind: "wait"; readonly task: number; readonly run: number; readonly milliseconds: number }
  /** A worker does not end what it must: terminate it. It counts as lost, and none of its tasks is to blame. */
  | { readonly kind: "end-worker"; readonly worker: number; readonly reason: string }
  /** A retired worker holds nothing that is needed: end it. */
  | { readonly kind: "stop-worker"; readonly worker: number };
