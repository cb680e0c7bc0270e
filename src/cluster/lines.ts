// Lines to workers: ports of their own, each for one purpose. How they are made depends on whether there are threads.
import type { LineOffer } from "../protocol/line.ts";
import type { Channel, Port } from "../transport/port.ts";
import type { ActorOffer } from "./cluster-engine.ts";
import type { Platform } from "./platform.ts";

/** What a line is for; its port is made here. */
type Offer = { readonly kind: "run-line" } | ActorOffer;

export class Lines {
  #makeChannel: () => Channel;
  #openPort: (end: object) => Port;

  constructor({ channel, openPort }: Platform) {
    this.#makeChannel = channel;
    this.#openPort = openPort;
  }

  /** From now on lines lead to workers on this thread. */
  stayHere(channel: () => Channel, openPort: (end: object) => Port): void {
    this.#makeChannel = channel;
    this.#openPort = openPort;
  }

  /** A channel whose ends can be posted to workers. */
  channel(): Channel {
    return this.#makeChannel();
  }

  /** Offers a worker a line; this end of it, which can be posted to another thread. */
  offer(worker: Port, offer: Offer): object {
    const { a, b } = this.#makeChannel();
    worker.post({ ...offer, port: b } as LineOffer, [b]);
    return a;
  }

  /** Opens this end of a line. */
  open(end: object): Port {
    const port = this.#openPort(end);
    port.hold?.(false); // the worker's thread is held as long as somebody waits
    return port;
  }
}
