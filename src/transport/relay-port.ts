// Ports between two workers that lead through the page: a worker's half. All of them share the worker's own port.
import { Inbox, otherSideClosed } from "./inbox-port.ts";
import type { Port } from "./port.ts";
import type { RelayMessage } from "./relay.ts";
import { parseRelayMessage } from "./relay.ts";

/** Buffers smaller than this many bytes are cloned more cheaply than moved. */
const LEAST_PASSED = 1024;
/** How many values, and how deep, are looked at for buffers; what is not found is cloned once more on the page. */
const MAX_SEEN = 256;
const MAX_DEPTH = 4;

export class Relay {
  readonly #page: Port;
  readonly #inboxes = new Map<number, Inbox>();

  constructor(page: Port) {
    this.#page = page;
  }

  /** Takes a message that came from the page, if it belongs to a link. */
  take(value: unknown): boolean {
    const message = parseRelayMessage(value);
    if (message === undefined) return false;
    const inbox = this.#inboxes.get(message.link);
    if (message.kind === "relay") {
      inbox?.message(message.message);
    } else {
      this.#inboxes.delete(message.link);
      inbox?.closed(otherSideClosed());
    }
    return true;
  }

  /** This end of a link that the page has connected. To be opened once, before anything arrives on it. */
  open(link: number): Port {
    const inbox = new Inbox();
    this.#inboxes.set(link, inbox);
    return {
      post: (message, transfer = []) =>
        this.#page.post(
          { kind: "relay", link, message, pass: passable(message, transfer) } satisfies RelayMessage,
          transfer,
        ),
      listen: (listener) => inbox.listen(listener),
      close: () => {
        if (inbox.close()) this.#page.post({ kind: "relay-closed", link } satisfies RelayMessage);
        this.#inboxes.delete(link);
      },
    };
  }
}

/** What the page owns when the message is there, so that it moves on instead of being cloned again. */
function passable(message: unknown, transfer: readonly object[]): readonly object[] {
  const found = new Set<object>(transfer);
  let seen = 0;
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || ++seen > MAX_SEEN) return;
    if (value instanceof ArrayBuffer) {
      if (value.byteLength >= LEAST_PASSED) found.add(value);
    } else if (ArrayBuffer.isView(value)) {
      look(value.buffer, depth);
    } else if (depth < MAX_DEPTH && isPlain(value)) {
      for (const inner of Object.values(value)) look(inner, depth + 1);
    }
  };
  look(message, 0);
  return [...found];
}

/** Only these are walked into: others may have getters, or mean something else when they arrive. */
function isPlain(value: object): boolean {
  return Array.isArray(value) ? value.length <= MAX_SEEN : Object.getPrototypeOf(value) === Object.prototype;
}
