// Ports within one thread: each message is cloned and delivered in a later turn, as between threads, so that code which
// works here works there. Also the transport where `Worker` does not exist.
import { Inbox, otherSideClosed } from "./inbox-port.ts";
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
  readonly #inbox = new Inbox();

  post(message: unknown, transfer: readonly object[] = []): void {
    const ends = transfer.filter((item) => item instanceof LoopbackPort);
    const buffers = transfer.filter((item) => !(item instanceof LoopbackPort));
    const clone = ends.length > 0 ? message : structuredClone(message, { transfer: buffers as Transferable[] });
    const { other } = this;
    if (other !== undefined) defer(() => other.#inbox.message(clone));
  }

  listen(listener: PortListener): void {
    this.#inbox.listen(listener);
  }

  close(): void {
    const { other } = this;
    this.other = undefined;
    this.#inbox.close();
    if (other === undefined) return;
    other.other = undefined;
    defer(() => other.#inbox.closed(otherSideClosed()));
  }
}
