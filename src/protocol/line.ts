// How a worker learns of a line: a port of its own that leads to the page and serves one purpose. It is offered over the
// port that started the worker, beside the envelopes; what then goes over it passes neither reactor nor scheduler.
import type { Failure } from "../codec/failure.ts";
import type { FunctionDefinition } from "./functions.ts";

/** To a worker: `port` (an end of a channel) is a line. */
export type LineOffer =
  /** Over which the methods of one instance of a class are called; see `actor.ts`. */
  | { readonly kind: "actor-line"; readonly port: object; readonly definition: FunctionDefinition }
  /** Over which one `run` comes, and its answer goes. */
  | { readonly kind: "run-line"; readonly port: object };

/** The first message on a line, from the worker: now it hears, or why it never will. */
export type LineGreeting = { readonly kind: "listening" } | { readonly kind: "deaf"; readonly failure: Failure };

/** A line's offer, or undefined if the message is something else. */
export function parseLineOffer(value: unknown): LineOffer | undefined {
  if (typeof value !== "object" || value === null || !("kind" in value)) return undefined;
  return value.kind === "actor-line" || value.kind === "run-line" ? (value as LineOffer) : undefined;
}

/** A line's greeting, or undefined if the message is something else. */
export function parseLineGreeting(value: unknown): LineGreeting | undefined {
  if (typeof value !== "object" || value === null || !("kind" in value)) return undefined;
  return value.kind === "listening" || value.kind === "deaf" ? (value as LineGreeting) : undefined;
}
