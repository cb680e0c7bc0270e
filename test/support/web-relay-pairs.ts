// Links through the page in browsers and Deno.
import { messageChannel, openMessagePort, workerPort } from "../../src/transport/message-port.ts";
import type { PortPair } from "../conformance/port-suite.ts";
import type { WorkerWire } from "./relay-pairs.ts";
import { relayPair, relayToWorkerPair } from "./relay-pairs.ts";

/** A fault of Deno's; see web-port-pairs.ts. */
const emptiesWhatItRefuses = "Deno" in globalThis;

/** Both ends on this thread. */
export async function webRelayPair(): Promise<PortPair> {
  return { ...(await relayPair(wire)), emptiesWhatItRefuses };
}

/** The far end in a web worker, over the worker's own port. */
export async function webWorkerRelayPair(): Promise<PortPair> {
  const url = new URL("../fixtures/threads/web-relay-thread.ts", import.meta.url);
  const worker = new Worker(url, { type: "module" });
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(port2, [port2]);
  const end = (): void => {
    worker.terminate();
    port1.close();
  };
  const pair = await relayToWorkerPair(wire(), { port: workerPort(worker), control: port1, end });
  return { ...pair, emptiesWhatItRefuses };
}

function wire(): WorkerWire {
  const { a, b } = messageChannel();
  return { page: openMessagePort(a), worker: openMessagePort(b) };
}
