// A port as Comlink wants to see it.
import type { Endpoint } from "comlink";
import type { Port, PortListener } from "./port.ts";

/** Lets Comlink speak over `port`, which nobody else listens to: `closed` and `other` messages are told to the caller. */
export function comlinkEndpoint(port: Port, { closed, message: other }: PortListener): Endpoint {
  const listeners = new Set<(event: MessageEvent) => void>();
  port.listen({
    message(data) {
      other(data);
      for (const listener of [...listeners]) listener({ data } as MessageEvent);
    },
    closed,
  });
  return {
    postMessage: (message, transfer) => port.post(message, transfer),
    addEventListener: (_type, listener) => void listeners.add(listener as (event: MessageEvent) => void),
    removeEventListener: (_type, listener) => void listeners.delete(listener as (event: MessageEvent) => void),
  };
}
