// Sends a peer large results that it asked for, moved where the machine and the owner of their buffers allow it; and says
// which cannot be sent.
import { findUncloneable } from "../codec/uncloneable.ts";
import type { Refusal, WorkerToWorker } from "../protocol/worker-to-worker.ts";
import type { Port } from "../transport/port.ts";
import type { CloneFailures } from "./clone-port.ts";
import type { SendData } from "./instructions.ts";
import type { Shipping } from "./shipping.ts";

export class DataPort {
  readonly #shipping: Shipping;
  readonly #failures: CloneFailures;

  constructor(shipping: Shipping, failures: CloneFailures) {
    this.#shipping = shipping;
    this.#failures = failures;
  }

  /** Posts an answer; returns the tasks whose results are not here any more. */
  post(port: Port, answer: SendData): readonly number[] {
    const message = new DataMessage(this.#failures);
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
      if (path !== undefined) return message.refuse(this.#uncloneable(position, path));
      const shipment = this.#shipping.ship(value, size, isMovable);
      const found = shipment.transfer.length > 0 && !isMovable ? findUncloneable(shipment.value) : undefined;
      if (found !== undefined) return message.refuse(this.#uncloneable(position, found));
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

  /** Posts an answer that the port refused, with failures in the place of what cannot be cloned. */
  postWithout(port: Port, { values, refused }: SendData, cause: unknown): void {
    port.post(new DataMessage(this.#failures, values, refused).without(values, cause).content);
  }

  #uncloneable(position: number, path: string): Refusal {
    return { position, reason: "failed", failure: this.#failures.at(path, undefined) };
  }
}

class DataMessage {
  readonly values: unknown[];
  readonly refused: Refusal[];
  /** Positions of what is not here any more. */
  readonly moved: number[] = [];
  readonly transfer = new Set<ArrayBuffer>();

  readonly #failures: CloneFailures;

  constructor(failures: CloneFailures, values: readonly unknown[] = [], refused: readonly Refusal[] = []) {
    this.#failures = failures;
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
    const rest = new DataMessage(this.#failures);
    const reasons = new Map(this.refused.map((refusal) => [refusal.position, refusal]));
    this.values.forEach((carried, position) => {
      const reason = reasons.get(position);
      if (reason !== undefined) return rest.refuse(reason);
      const isMoved = this.moved.includes(position);
      const value = isMoved ? carried : values[position];
      const failure = this.#failures.find(value, cause);
      if (failure !== undefined) {
        return rest.refuse(isMoved ? { position, reason: "gone" } : { position, reason: "failed", failure });
      }
      rest.values.push(value);
      if (isMoved) rest.moved.push(position);
    });
    return rest;
  }
}
