// Says to the reactor what a turn of the worker had to say. Large answers travel in several messages, so that no message
// holds the page for long while it is read; buffers are moved or copied here, not cloned.
import { ANY_TASK, EngineError } from "../base/errors.ts";
import { isWorthMoving } from "../base/int-list.ts";
import { findBuffers } from "../codec/buffers.ts";
import { encodeFailure } from "../codec/encode-failure.ts";
import type { Failure } from "../codec/failure.ts";
import type { Shipment } from "../codec/ship.ts";
import { sliceList } from "../codec/slices.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import type { FailedValue, WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { Port } from "../transport/port.ts";
import type { WorkerInstruction } from "./instructions.ts";
import type { Shipping } from "./shipping.ts";

/** Bytes that structured clone may have to do with in one message: some 4 ms of the page's time. */
const MOST_CLONED = 250_000;

type SendValues = WorkerInstruction & { readonly kind: "send-values" };

export class ReportPort {
  readonly #port: Port;
  readonly #shipping: Shipping;

  constructor(port: Port, shipping: Shipping) {
    this.#port = port;
    this.#shipping = shipping;
  }

  post(envelope: readonly WorkerToReactor[]): void {
    this.#post(envelope, columnsOf(envelope));
  }

  /** Answers a gather. */
  sendValues({ request, positions, values, sizes, given }: SendValues): void {
    let part = new Part(request);
    values.forEach((value, i) => {
      const position = positions[i] as number;
      const bytes = sizes[i] as number;
      if (bytes > MOST_CLONED && this.#sendSlices(request, position, value, bytes)) return;
      const shipment = this.#shipping.ship(value, bytes, given.includes(i));
      // What is moved can be emptied by a message that is then refused: so it is looked through before.
      const path = shipment.transfer.length > 0 ? findUncloneable(shipment.value) : undefined;
      part.add(position, shipment, path);
      if (part.cloned < MOST_CLONED) return;
      this.#post([part.message()], part.transfer);
      part = new Part(request);
    });
    if (!part.isEmpty) this.#post([part.message()], part.transfer);
  }

  /** A long list goes in slices. False if this is none: it goes as it is. */
  #sendSlices(request: number, position: number, value: unknown, bytes: number): boolean {
    if (!Array.isArray(value) || findBuffers(value).buffers.size > 0) return false;
    if (findUncloneable(value) !== undefined) return false;
    const slices = sliceList(value, Math.ceil(bytes / MOST_CLONED));
    if (slices === undefined) return false;
    slices.forEach((items, index) => {
      if (index < slices.length - 1) return this.#post([{ kind: "slice", request, position, index, items }], NOTHING);
      const positions = Int32Array.of(position);
      this.#post([{ kind: "values", request, positions, values: [items], failed: [], isLastSlice: true }], NOTHING);
    });
    this.#shipping.bytes.cloned += bytes;
    return true;
  }

  #post(envelope: readonly WorkerToReactor[], transfer: readonly object[]): void {
    try {
      this.#port.post(envelope, transfer);
    } catch (error) {
      this.#port.post(
        envelope.map((message) => withoutUncloneable(message, error)),
        transfer,
      );
    }
  }
}

/** Values that travel in one message. */
class Part {
  readonly transfer: object[] = [];
  /** Bytes that structured clone has to do with. */
  cloned = 0;
  readonly #request: number;
  readonly #positions: number[] = [];
  readonly #values: unknown[] = [];
  readonly #failed: FailedValue[] = [];

  constructor(request: number) {
    this.#request = request;
  }

  get isEmpty(): boolean {
    return this.#positions.length === 0;
  }

  add(position: number, shipment: Shipment, uncloneable: string | undefined): void {
    this.#positions.push(position);
    this.#values.push(uncloneable === undefined ? shipment.value : undefined);
    if (uncloneable !== undefined) this.#failed.push({ position, failure: notCloneable(uncloneable, undefined) });
    else this.transfer.push(...shipment.transfer);
    this.cloned += shipment.cloned;
  }

  message(): WorkerToReactor {
    const positions = Int32Array.from(this.#positions);
    return { kind: "values", request: this.#request, positions, values: this.#values, failed: this.#failed };
  }
}

const NOTHING: readonly never[] = [];

/** Why a result cannot be sent, or undefined when it can. */
export function failureToClone(value: unknown, cause: unknown): Failure | undefined {
  const path = findUncloneable(value);
  if (path !== undefined) return notCloneable(path, cause);
  try {
    structuredClone(value);
    return undefined;
  } catch {
    return notCloneable("", cause);
  }
}

export function notCloneable(path: string, cause: unknown): Failure {
  const message = `Cannot send the result of ${ANY_TASK}: ${path === "" ? "it" : `its part result${path}`} cannot be cloned`;
  const details = { key: ANY_TASK, path: `result${path}` };
  return encodeFailure(new EngineError("not-cloneable", message, details, cause === undefined ? {} : { cause }));
}

function withoutUncloneable(message: WorkerToReactor, cause: unknown): WorkerToReactor {
  if (message.kind === "ran") {
    const failure = failureToClone(message.value, cause);
    return failure === undefined ? message : { ...message, value: undefined, failure };
  }
  if (message.kind !== "values") return message;
  const failed = [...message.failed];
  const values = message.values.map((value, i) => {
    const failure = failureToClone(value, cause);
    if (failure !== undefined) failed.push({ position: message.positions[i] as number, failure });
    return failure === undefined ? value : undefined;
  });
  return { ...message, values, failed };
}

/**
 * The buffers of an envelope's columns, which are ours to move; none if the envelope may be refused: Deno empties buffers
 * even when it then refuses the message.
 */
function columnsOf(envelope: readonly WorkerToReactor[]): object[] {
  const buffers: object[] = [];
  for (const message of envelope) {
    if (message.kind === "values" || message.kind === "ran") return [];
    if ("tasks" in message && isWorthMoving(message.tasks)) buffers.push(message.tasks.buffer);
  }
  return buffers;
}
