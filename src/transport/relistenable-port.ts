// A port whose listener can be replaced: first a handshake listens, then whoever works with the other side.
import type { Port, PortListener } from "./port.ts";

export class RelistenablePort implements Port {
  readonly #port: Port;
  #listener: PortListener | undefined;
  #isListening = false;

  constructor(port: Port) {
    this.#port = port;
  }

  post(message: unknown, transfer?: readonly object[]): void {
    this.#port.post(message, transfer);
  }

  listen(listener: PortListener): void {
    this.#listener = listener;
    if (this.#isListening) return;
    this.#isListening = true;
    this.#port.listen({
      message: (value) => this.#listener?.message(value),
      closed: (reason) => this.#listener?.closed(reason),
    });
  }

  close(): void {
    this.#port.close();
  }

  hold(isHeld: boolean): void {
    this.#port.hold?.(isHeld);
  }
}
