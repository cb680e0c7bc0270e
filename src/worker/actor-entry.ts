// An actor's end of a line, spoken over by Comlink. Loaded with the first actor of a worker.
import { expose, transfer } from "comlink";
import type { ActorOutcome } from "../protocol/actor.ts";
import type { LineGreeting } from "../protocol/line.ts";
import { comlinkEndpoint } from "../transport/comlink-port.ts";
import type { Port } from "../transport/port.ts";
import type { ActorHost } from "./actors.ts";
import { ActorShell } from "./actors.ts";

/** Lets the page make and use one instance over `port`; when the port closes the instance is let go. */
export function serveActor(port: Port, host: Omit<ActorHost, "withBuffers">): void {
  const shell = new ActorShell({
    ...host,
    withBuffers: (outcome, buffers) => transfer(outcome, buffers as Transferable[]),
  });
  const endpoint = comlinkEndpoint(port, { message: () => {}, closed: () => port.close() });
  expose(shell, {
    ...endpoint,
    postMessage(message: AnswerMessage, buffers) {
      try {
        endpoint.postMessage(message, buffers);
      } catch (cause) {
        endpoint.postMessage({ ...message, value: shell.refused(message.value, cause) });
      }
    },
  });
  port.post({ kind: "listening" } satisfies LineGreeting);
}

/** How Comlink answers a call; every function of the shell returns an outcome. */
interface AnswerMessage {
  readonly value: ActorOutcome;
}
