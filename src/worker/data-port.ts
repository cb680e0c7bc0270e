// Sends a peer the results that it asked for: moved where the machine and the owner of their buffers allow it.
import { findUncloneable } from "../codec/uncloneable.ts";
import type { Refusal, WorkerToWorker } from "../protocol/worker-to-worker.ts";
import type { Port } from "../transport/port.ts";
import type { WorkerInstruction } from "./instructions.ts";
import { failureToClone, notCloneable } from "./report-port.ts";
import type { Shipping } from "./shipping.ts";

type SendData = WorkerInstruction & { readonly kind: "send-data" };

/** Posts an answer; returns the tasks whose results are not here any more. Hot path (B2): small values go as they are. */
export function postData(port: Port, answer: SendData, shipping: Shipping): readonly number[] {
  if (answer.large.length === 0) return postSmall(port, answer);
  const message = new DataMessage();
  const bytes = new Map(answer.large);
  const mayMove = answer.movable.length === 0 ? undefined : new Set(answer.movable);
  const reasons = new Map(answer.refused.map((refusal) => [refusal.position, refusal]));
  answer.values.forEach((value, position) => {
    const reason = reasons.get(position);
    if (reason !== undefined) return message.refuse(reason);
    const size = bytes.get(position);
    if (size === undefined) return void message.values.push(value);
    const isMovable = mayMove?.has(position) === true;
    // What is moved can be emptied by a message that is then refused: so it is looked through before.
    const path = isMovable ? findUncloneable(value) : undefined;
    if (path !== undefined) return message.refuse(uncloneable(position, path));
    const shipment = shipping.ship(value, size, isMovable);
    const found = shipment.transfer.length > 0 && !isMovable ? findUncloneable(shipment.value) : undefined;
    if (found !== undefined) return message.refuse(uncloneable(position, found));
    message.values.push(shipment.value);
    for (const buffer of shipment.transfer) message.transfer.add(buffer);
    if (shipment.moved > 0) message.moved.push(position);
  });
  const given = message.moved.map((position) => answer.tasks[2 * position] as number);
  try {
    port.post(message.content, [...message.transfer]);
  } catch (error) {
    port.post(message.without(answer.values, error).content);
  }
  return given;
}

function postSmall(port: Port, { values, refused }: SendData): readonly number[] {
  try {
    port.post({ kind: "data", values, refused, moved: NOTHING } satisfies WorkerToWorker);
  } catch (error) {
    port.post(new DataMessage(values, refused).without(values, error).content);
  }
  return NOTHING;
}

const NOTHING: readonly never[] = [];

const uncloneable = (position: number, path: string): Refusal => ({
  position,
  reason: "failed",
  failure: notCloneable(path, undefined),
});

class DataMessage {
  readonly values: unknown[];
  readonly refused: Refusal[];
  /** Positions of what is not here any more. */
  readonly moved: number[] = [];
  readonly transfer = new Set<ArrayBuffer>();

  constructor(values: readonly unknown[] = [], refused: readonly Refusal[] = []) {
    this.values = [...values];
    this.refused = [...refused];
  }

  get content(): WorkerToWorker {
    return { kind: "data", values: this.values, refused: this.refused, moved: this.moved };
  }

  refuse(refusal: Refusal): void {
    this.values.push(undefined);
    this.refused.push(refusal);
  }

  /**
   * The message without what a port refused, cloned whole. Of what was moved the message has the only copy, unless that
   * was emptied, as Deno does: then it is lost.
   */
  without(values: readonly unknown[], cause: unknown): DataMessage {
    const rest = new DataMessage();
    const reasons = new Map(this.refused.map((refusal) => [refusal.position, refusal]));
    this.values.forEach((carried, position) => {
      const reason = reasons.get(position);
      if (reason !== undefined) return rest.refuse(reason);
      const isMoved = this.moved.includes(position);
      const value = isMoved ? carried : values[position];
      const failure = failureToClone(value, cause);
      if (failure !== undefined) {
        return rest.refuse(isMoved ? { position, reason: "gone" } : { position, reason: "failed", failure });
      }
      rest.values.push(value);
      if (isMoved) rest.moved.push(position);
    });
    return rest;
  }
}
