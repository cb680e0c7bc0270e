// Sends the client large results, and says which cannot be sent. Large answers travel in several messages, so that no
// message holds the page for long while it is read; buffers are moved or copied here, not cloned.
import { findBuffers } from "../codec/buffers.ts";
import type { Failure } from "../codec/failure.ts";
import type { Shipment } from "../codec/ship.ts";
import { MOST_CLONED, sliceList } from "../codec/slices.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import type { FailedValue, WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { Port } from "../transport/port.ts";
import type { CloneFailures } from "./clone-port.ts";
import type { SendValues } from "./instructions.ts";
import type { Shipping } from "./shipping.ts";

export class ValuesPort {
  readonly #port: Port;
  readonly #shipping: Shipping;
  readonly #failures: CloneFailures;

  constructor(port: Port, shipping: Shipping, failures: CloneFailures) {
    this.#port = port;
    this.#shipping = shipping;
    this.#failures = failures;
  }

  /** Posts an envelope that the port refused, with failures in the place of what cannot be cloned. */
  postWithout(envelope: readonly WorkerToReactor[], cause: unknown, transfer: readonly object[] = NOTHING): void {
    const rest = envelope.map((message) => this.#withoutUncloneable(message, cause));
    this.#port.post(rest, transfer);
  }

  /** Answers a gather. */
  send({ request, positions, values, sizes, given }: SendValues): void {
    let part = new Part(request);
    values.forEach((value, i) => {
      const position = positions[i] as number;
      const bytes = sizes[i] as number;
      if (bytes > MOST_CLONED && this.#sendSlices(request, position, value, bytes)) return;
      const shipment = this.#shipping.ship(value, bytes, given.includes(i));
      // What is moved can be emptied by a message that is then refused: so it is looked through before.
      const path = shipment.transfer.length > 0 ? findUncloneable(shipment.value) : undefined;
      if (path === undefined) part.add(position, shipment);
      else part.fail(position, this.#failures.at(path, undefined));
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

  #withoutUncloneable(message: WorkerToReactor, cause: unknown): WorkerToReactor {
    if (message.kind === "ran") {
      const failure = this.#failures.find(message.value, cause);
      return failure === undefined ? message : { ...message, value: undefined, failure };
    }
    if (message.kind !== "values") return message;
    const failed = [...message.failed];
    const values = message.values.map((value, i) => {
      const failure = this.#failures.find(value, cause);
      if (failure !== undefined) failed.push({ position: message.positions[i] as number, failure });
      return failure === undefined ? value : undefined;
    });
    return { ...message, values, failed };
  }

  #post(envelope: readonly WorkerToReactor[], transfer: readonly object[]): void {
    try {
      this.#port.post(envelope, transfer);
    } catch (error) {
      this.postWithout(envelope, error, transfer);
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

  add(position: number, { value, transfer, cloned }: Shipment): void {
    this.#positions.push(position);
    this.#values.push(value);
    this.transfer.push(...transfer);
    this.cloned += cloned;
  }

  fail(position: number, failure: Failure): void {
    this.#positions.push(position);
    this.#values.push(undefined);
    this.#failed.push({ position, failure });
  }

  message(): WorkerToReactor {
    const positions = Int32Array.from(this.#positions);
    return { kind: "values", request: this.#request, positions, values: this.#values, failed: this.#failed };
  }
}

const NOTHING: readonly never[] = [];
