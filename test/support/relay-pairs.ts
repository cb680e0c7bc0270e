// Pairs of ports that lead through "the page": two workers' own ports, and this thread passing on what they say.
import type { Port } from "../../src/transport/port.ts";
import { Exchange } from "../../src/transport/relay.ts";
import { Relay } from "../../src/transport/relay-port.ts";
import type { PortPair } from "../conformance/port-suite.ts";
import { remotePort } from "./remote-port.ts";

/** The link that is opened at both ends. */
export const LINK = 7;

/** A worker as this thread knows it: `page` is the page's end of its own port, `worker` the worker's. */
export interface WorkerWire {
  readonly page: Port;
  readonly worker: Port;
}

/** Both ends are on this thread, over channels of any kind. */
export async function relayPair(openWire: () => WorkerWire): Promise<PortPair> {
  const [a, b] = [openWire(), openWire()];
  exchangeBetween(a.page, b.page);
  const near = relayOn(a.worker).open(LINK);
  const far = relayOn(b.worker).open(LINK);
  const dispose = (): void => {
    for (const port of [a.page, b.page, a.worker, b.worker]) port.close();
  };
  return { near, far, farOutlivesNear: true, dispose };
}

/** One end is on this thread; the other in a real worker, which fixtures/threads/relay-thread.ts runs. */
export async function relayToWorkerPair(
  wire: WorkerWire,
  started: { readonly port: Port; readonly control: Parameters<typeof remotePort>[0]; end(): void },
): Promise<PortPair> {
  const far = await remotePort(started.control);
  exchangeBetween(wire.page, started.port);
  const near = relayOn(wire.worker).open(LINK);
  const dispose = (): void => {
    started.end();
    for (const port of [wire.page, wire.worker]) port.close();
  };
  return { near, far, farOutlivesNear: true, kill: () => far.die(), dispose };
}

/** A worker's half, fed by the worker's own port. */
export function relayOn(port: Port): Relay {
  const relay = new Relay(port);
  port.listen({ message: (value) => relay.take(value), closed: () => {} });
  return relay;
}

function exchangeBetween(a: Port, b: Port): void {
  const exchange = new Exchange();
  exchange.connect(LINK, a, b);
  for (const port of [a, b]) {
    port.listen({ message: (value) => exchange.take(port, value), closed: () => exchange.leave(port) });
  }
}
