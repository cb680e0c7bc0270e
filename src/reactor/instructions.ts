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
  /** A retired worker holds nothing that is needed: end it. */
  | { readonly kind: "stop-worker"; readonly worker: number };
