// Ports over the web's MessagePort and Worker, in browsers, Deno and (MessagePort only) Node.
import { lossError } from "../base/worker-loss.ts";
import { DEAF, GOODBYE, Inbox, otherSideClosed } from "./inbox-port.ts";
import type { Channel, Port } from "./port.ts";

/** The two ends of a new channel. */
export function messageChannel(): Channel {
  const { port1, port2 } = new MessageChannel();
  return { a: port1, b: port2 };
}

/** A port over a MessagePort that arrived in a message or was just made. */
export function openMessagePort(end: object): Port {
  const port = end as MessagePort;
  const inbox = new Inbox();
  let hasSaidGoodbye = false;
  const sayGoodbye = (): void => {
    if (!hasSaidGoodbye) port.postMessage(GOODBYE);
    hasSaidGoodbye = true;
  };
  return {
    post: (message, transfer) => postTo(port, message, transfer),
    listen(listener) {
      inbox.listen(listener);
      receive(port, inbox, sayGoodbye); // assigning onmessage starts the port; until then the platform keeps what arrives
    },
    close() {
      if (inbox.close()) sayGoodbye();
      port.close();
    },
  };
}

/** A port to the thread that started this worker. */
export function parentPort(scope: DedicatedWorkerScope): Port {
  const inbox = new Inbox();
  const closeScope = scope.close.bind(scope);
  const close = (): void => {
    inbox.close();
    scope.postMessage(GOODBYE, []); // in any case: the page has no other way to hear that a scope closed
    closeScope();
  };
  scope.close = close; // a task that calls self.close() would end the worker without a word: no event tells the page
  receive(scope, inbox, () => scope.postMessage(DEAF, []));
  return {
    post: (message, transfer) => postTo(scope, message, transfer),
    listen: (listener) => inbox.listen(listener),
    close,
  };
}

/**
 * A port to a worker. It dies with the worker: by an error that nobody caught, a message that cannot be read on either
 * side, `close`, or `terminate` of whoever has its handle.
 */
export function workerPort(worker: Worker): Port {
  const inbox = new Inbox();
  worker.onmessage = ({ data }) => {
    if (data === GOODBYE) inbox.closed(lossError("ended", "The worker closed itself"));
    else if (data === DEAF) inbox.closed(lossError("unreadable", "A message to the worker could not be decoded"));
    else inbox.message(data);
  };
  worker.addEventListener("messageerror", () => {
    inbox.closed(lossError("unreadable", "A message of the worker could not be decoded"));
  });
  worker.onerror = (event) => {
    event.preventDefault(); // Deno ends the whole process otherwise
    inbox.closed(errorOf(event));
  };
  const terminate = worker.terminate.bind(worker);
  worker.terminate = () => {
    terminate();
    inbox.closed(lossError("ended", "The worker was terminated")); // no event says so
  };
  return {
    post: (message, transfer) => postTo(worker, message, transfer),
    listen: (listener) => inbox.listen(listener),
    close() {
      inbox.close();
      terminate();
    },
  };
}

/** What a dedicated worker's global scope offers to us. */
export interface DedicatedWorkerScope extends PostTarget, MessageSource {
  close(): void;
}

interface MessageSource {
  onmessage: ((event: MessageEvent) => void) | null;
  addEventListener(kind: "messageerror", listener: () => void): void;
}

interface PostTarget {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

const NO_TRANSFER: readonly object[] = [];

function postTo(target: PostTarget, message: unknown, transfer: readonly object[] = NO_TRANSFER): void {
  target.postMessage(message, transfer as Transferable[]);
}

/** Fills an inbox. Neither MessagePorts nor workers tell the other side that they closed (an event for that is too young). */
function receive(source: MessageSource, inbox: Inbox, onUndecodable?: () => void): void {
  source.onmessage = ({ data }) => {
    if (data === GOODBYE) inbox.closed(otherSideClosed());
    else inbox.message(data);
  };
  // Deno's workers know no property for this.
  source.addEventListener("messageerror", () => {
    onUndecodable?.(); // the other side may wait for an answer to it
    inbox.closed(undecodable());
  });
}

const undecodable = (): Error => new Error("A message arrived that could not be decoded");

function errorOf(event: ErrorEvent): Error {
  const where = event.filename ? ` (${event.filename}:${event.lineno})` : "";
  return new Error(`${event.message || "The worker's script failed"}${where}`, { cause: event.error });
}
