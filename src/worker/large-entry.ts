// The part of a worker for large results, loaded with the first of them, or when something cannot be cloned: how they are
// stored and how they travel.
import type { Port } from "../transport/port.ts";
import type { EncodeFailure } from "./clone-port.ts";
import { CloneFailures } from "./clone-port.ts";
import type { DataChanges } from "./data.ts";
import { DataPort } from "./data-port.ts";
import type { ShippedBytes } from "./shipping.ts";
import { Shipping } from "./shipping.ts";
import type { SpillHost } from "./spill-port.ts";
import { SpillPort } from "./spill-port.ts";
import { ValuesPort } from "./values-port.ts";

export { Storing } from "./storing.ts";

export interface LargeHost {
  /** The port to the reactor. */
  readonly reactor: Port;
  /** Most bytes of buffers that are kept for the next results. */
  readonly mostPooled: number;
  /** Counts what is sent. */
  readonly sent: ShippedBytes;
  readonly encodeFailure: EncodeFailure;
  readonly spill: SpillHost;
  /** Gives a peer buffers that it sent; returns those that it does not take. */
  giveBack(peer: number, buffers: readonly ArrayBuffer[]): readonly ArrayBuffer[];
}

/** What a driver does with large results. */
export class Large {
  readonly shipping: Shipping;
  readonly values: ValuesPort;
  readonly data: DataPort;
  readonly spill: SpillPort;
  readonly #host: LargeHost;

  constructor(host: LargeHost) {
    this.#host = host;
    const detach = (buffer: ArrayBuffer): ArrayBuffer => structuredClone(buffer, { transfer: [buffer] });
    const failures = new CloneFailures(host.encodeFailure);
    this.shipping = new Shipping({ limit: host.mostPooled, detach }, host.sent);
    this.values = new ValuesPort(host.reactor, this.shipping, failures);
    this.data = new DataPort(this.shipping, failures);
    this.spill = new SpillPort(host.spill);
  }

  /** Large values came to be results here, or left. */
  account(changes: DataChanges): void {
    for (const [peer, buffers] of this.shipping.account(changes)) {
      this.shipping.reuse(this.#host.giveBack(peer, buffers));
    }
  }
}
