// Pairs of the web's ports, for browsers and Deno.
import { messageChannel, openMessagePort, workerPort } from "../../src/transport/message-port.ts";
import type { PortPair } from "../conformance/port-suite.ts";
import { remotePort } from "./remote-port.ts";

/** A fault of Deno's, not of ours: when a test fails because it is mended, drop what the drivers do about it. */
const emptiesWhatItRefuses = "Deno" in globalThis;

export async function messagePortPair(): Promise<PortPair> {
  const { a, b } = messageChannel();
  const near = openMessagePort(a);
  const far = openMessagePort(b);
  const dispose = (): void => {
    near.close();
    far.close();
  };
  return { near, far, farOutlivesNear: true, emptiesWhatItRefuses, dispose };
}

/** A worker, and the port to its parent that it holds. */
export async function webWorkerPair(): Promise<PortPair> {
  const url = new URL("../fixtures/threads/web-port-thread.ts", import.meta.url);
  const worker = new Worker(url, { type: "module" });
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(port2, [port2]);
  const far = await remotePort(port1);
  const dispose = (): void => {
    worker.terminate();
    port1.close();
  };
  const kill = (): void => far.die();
  return { near: workerPort(worker), far, farOutlivesNear: false, emptiesWhatItRefuses, kill, dispose };
}
