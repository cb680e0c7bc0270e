// Ports between two workers that lead through the page: the page's half. It passes on what a worker sends, with the
// buffers that the message names, and looks at nothing else. Pure: whoever owns the workers' ports feeds it.
import type { Port } from "./port.ts";

/** Between a worker and the page, over the worker's own port. */
export type RelayMessage =
  /** For the other end of the link. `pass`: what moves on from the page, on the way there only. */
  | { readonly kind: "relay"; readonly link: number; readonly message: unknown; readonly pass?: readonly object[] }
  /** The other end of the link is closed or gone. */
  | { readonly kind: "relay-closed"; readonly link: number };

/** What arrived, if it belongs to a link. */
export function parseRelayMessage(value: unknown): RelayMessage | undefined {
  if (typeof value !== "object" || value === null || !("kind" in value)) return undefined;
  return value.kind === "relay" || value.kind === "relay-closed" ? (value as RelayMessage) : undefined;
}

interface Link {
  readonly a: Port;
  readonly b: Port;
}

/** Where links meet. */
export class Exchange {
  readonly #links = new Map<number, Link>();

  /** Joins two workers' ports: each may then open this link at its end. */
  connect(link: number, a: Port, b: Port): void {
    this.#links.set(link, { a, b });
  }

  /** Takes a message that came from a worker's port, if it belongs to a link. */
  take(from: Port, value: unknown): boolean {
    const message = parseRelayMessage(value);
    if (message === undefined) return false;
    const link = this.#links.get(message.link);
    const to = link?.a === from ? link.b : link?.b === from ? link.a : undefined;
    if (to === undefined) return true; // the link is closed, and that has been told
    if (message.kind === "relay-closed") this.#close(message.link, [to]);
    else this.#passOn(to, message);
    return true;
  }

  /** A worker is gone: the other ends of its links are told. */
  leave(port: Port): void {
    for (const [link, { a, b }] of this.#links) {
      if (a === port) this.#close(link, [b]);
      else if (b === port) this.#close(link, [a]);
    }
  }

  #passOn(to: Port, { link, message, pass = [] }: RelayMessage & { readonly kind: "relay" }): void {
    try {
      to.post({ kind: "relay", link, message } satisfies RelayMessage, pass);
    } catch {
      const ends = this.#links.get(link);
      if (ends !== undefined) this.#close(link, [ends.a, ends.b]); // nobody may wait for what cannot be passed on
    }
  }

  #close(link: number, ends: readonly Port[]): void {
    this.#links.delete(link);
    for (const end of ends) end.post({ kind: "relay-closed", link } satisfies RelayMessage);
  }
}
