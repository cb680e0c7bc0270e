// Ports within one thread: each message is cloned and delivered in a later turn, as between threads, so that code which
// works here works there. Also the transport where `Worker` does not exist.
import type { Channel, Port, PortListener } from "./port.ts";
import { defer } from "./turn-port.ts";

/** Two connected ends. Ends of other loopback channels may be posted: name them in `transfer`. */
export function loopbackChannel(): Channel & { readonly a: Port; readonly b: Port } {
  const a = new LoopbackPort();
  const b = new LoopbackPort();
  a.other = b;
  b.other = a;
  return { a, b };
}

/** The end of a loopback channel that arrived in a message is the port itself. */
export function openLoopbackPort(end: object): Port {
  return end as LoopbackPort;
}

class LoopbackPort implements Port {
  other: LoopbackPort | undefined;
  #listener: PortListener | undefined;
  #inbox: unknown[] = [];
  #isDeliveryDue = false;

  post(message: unknown, transfer: readonly object[] = []): void {
    const ends = transfer.filter((item) => item instanceof LoopbackPort);
    const buffers = transfer.filter((item) => !(item instanceof LoopbackPort));
    const clone = ends.length > 0 ? message : structuredClone(message, { transfer: buffers as Transferable[] });
    this.other?.receive(clone);
  }

  listen(listener: PortListener): void {
    this.#listener = listener;
    if (this.#inbox.length > 0) this.#deliverLater();
  }

  close(): void {
    const other = this.other;
    this.other = undefined;
    this.#listener = undefined;
    if (other === undefined) return;
    other.other = undefined;
    defer(() => other.#listener?.closed(new Error("The other side closed the port")));
  }

  receive(message: unknown): void {
    this.#inbox.push(message);
    this.#deliverLater();
  }

  #deliverLater(): void {
    if (this.#isDeliveryDue || this.#listener === undefined) return;
    this.#isDeliveryDue = true;
    defer(() => {
      this.#isDeliveryDue = false;
      const inbox = this.#inbox;
      this.#inbox = [];
      for (const message of inbox) this.#listener?.message(message);
    });
  }
}
