// How messages are encoded and decoded on their way through a simulated cluster.
import type { ClientToReactor } from "../../src/protocol/client-to-reactor.ts";
import type { WorkerToReactor } from "../../src/protocol/worker-to-reactor.ts";

/** As for a reactor on another thread; buffers to be moved to a worker are moved on the way here. */
export function cloneRequest(message: ClientToReactor): ClientToReactor {
  if (message.kind !== "submit") return structuredClone(message);
  const buffers = new Set(message.transfers.flatMap((entry) => entry.buffers));
  return structuredClone(message, { transfer: [...buffers] as Transferable[] });
}

/** The buffers of columns, which are moved, as the drivers do. */
export function columnsOf(envelope: readonly { readonly kind: string }[]): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = [];
  for (const message of envelope) {
    if ("tasks" in message) buffers.push((message.tasks as Int32Array<ArrayBuffer>).buffer);
    if ("positions" in message) buffers.push((message.positions as Int32Array<ArrayBuffer>).buffer);
  }
  return buffers;
}

export function plainColumns(_key: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) && !(value instanceof DataView) ? [...(value as Int32Array)] : value;
}

/** What runs guard: heard once more, from the living or the dead, it changes nothing. What lives in the request beside it does not travel twice. */
const REPEATABLE: ReadonlySet<WorkerToReactor["kind"]> = new Set([
  "finished",
  "failed",
  "started",
  "retracted",
  "missing",
  "ran",
]);

/** Copies of those messages of an envelope that may come again. */
export function repeatable(envelope: readonly WorkerToReactor[]): WorkerToReactor[] {
  return structuredClone(envelope.filter(({ kind }) => REPEATABLE.has(kind)));
}
