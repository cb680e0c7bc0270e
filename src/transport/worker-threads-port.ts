// Ports over Node's worker_threads. Only Node's entries reach this file.
import type { Transferable, Worker } from "node:worker_threads";
import { MessagePort, parentPort as nodeParentPort } from "node:worker_threads";
import { lossError } from "../base/worker-loss.ts";
import { DEAF, GOODBYE, Inbox, otherSideClosed } from "./inbox-port.ts";
import type { Port } from "./port.ts";

/** A port to a worker thread; it dies with the thread. One crash is one event, whatever `error` and `exit` say. */
export function threadPort(thread: Worker): Port {
  const inbox = new Inbox();
  thread.on("message", (value: unknown) => {
    if (value === GOODBYE) inbox.closed(lossError("ended", "The worker closed itself"));
    else if (value === DEAF) inbox.closed(lossError("unreadable", "A message to the worker could not be decoded"));
    else inbox.message(value);
  });
  thread.on("messageerror", (error) => {
    inbox.closed(lossError("unreadable", "A message of the worker could not be decoded", error));
  });
  thread.on("error", (error) => inbox.closed(error instanceof Error ? error : new Error(String(error))));
  thread.on("exit", (code) => inbox.closed(lossError("ended", `The worker thread ended with code ${code}`)));
  return {
    post: (message, transfer = []) => thread.postMessage(message, transfer as Transferable[]),
    listen: (listener) => inbox.listen(listener),
    close() {
      inbox.close();
      void thread.terminate();
    },
    hold(isHeld) {
      if (isHeld) thread.ref();
      else thread.unref();
    },
  };
}

/** A port to the thread that started this one. */
export function nodeParent(): Port {
  if (nodeParentPort === null)
    throw new TypeError("Cannot serve tasks: this is the main thread, must be a worker thread");
  return portOver(nodeParentPort, true);
}

/** A port over a MessagePort of Node, which says when the other side closed. */
export function openThreadPort(end: object): Port {
  if (!(end instanceof MessagePort)) throw new TypeError("Cannot open a port: the end is not a MessagePort");
  return portOver(end, false);
}

/** The thread behind a parent's port outlives its end, so that its owner must be told to end it. */
function portOver(port: MessagePort, saysGoodbye: boolean): Port {
  const inbox = new Inbox();
  const hold = (isHeld: boolean): void => (isHeld ? port.ref() : port.unref());
  let isHeld = true;
  return {
    post: (message, transfer = []) => port.postMessage(message, transfer as Transferable[]),
    listen(listener) {
      inbox.listen(listener);
      receive(port, inbox, saysGoodbye ? () => port.postMessage(DEAF) : undefined); // the first listener starts the port; until then the platform keeps what arrives
      port.once("close", () => inbox.closed(otherSideClosed()));
      hold(isHeld); // a listener makes it hold the process again
    },
    close() {
      if (inbox.close() && saysGoodbye) port.postMessage(GOODBYE);
      port.close();
    },
    hold(wanted) {
      isHeld = wanted;
      hold(isHeld);
    },
  };
}

function receive(source: MessagePort, inbox: Inbox, onUndecodable?: () => void): void {
  source.on("message", (value: unknown) => {
    if (value === GOODBYE) inbox.closed(otherSideClosed());
    else inbox.message(value);
  });
  source.on("messageerror", (error: Error) => {
    onUndecodable?.();
    inbox.closed(error);
  });
}
