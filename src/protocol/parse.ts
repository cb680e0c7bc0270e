// The boundary: what arrives from another thread is looked at once, before a machine sees it.
import { EngineError } from "../base/errors.ts";
import type { BootReply, Hello } from "./boot.ts";
import type { PeerOffer } from "./peer.ts";

/** An envelope of messages, each with a kind. @throws {EngineError} protocol-violated */
export function parseEnvelope<Message extends { readonly kind: string }>(value: unknown): readonly Message[] {
  if (Array.isArray(value) && value.every((message) => kindOf(message) !== undefined)) return value as Message[];
  throw violation("an envelope of messages", value);
}

/** A route to another worker, or undefined if the message is something else. */
export function parsePeerOffer(value: unknown): PeerOffer | undefined {
  return kindOf(value) === "peer" ? (value as PeerOffer) : undefined;
}

/** The first message to a worker. @throws {EngineError} protocol-violated */
export function parseHello(value: unknown): Hello {
  if (kindOf(value) === "hello") return value as Hello;
  throw violation("a greeting", value);
}

/** What a worker says before its first envelope. @throws {EngineError} protocol-violated */
export function parseBootReply(value: unknown): BootReply {
  const kind = kindOf(value);
  if (kind === "listening" || kind === "ready" || kind === "not-ready") return value as BootReply;
  throw violation("an answer to the greeting", value);
}

function kindOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("kind" in value)) return undefined;
  return typeof value.kind === "string" ? value.kind : undefined;
}

function violation(wanted: string, value: unknown): EngineError<"protocol-violated"> {
  const found = kindOf(value) ?? (Array.isArray(value) ? "an array" : typeof value);
  return new EngineError("protocol-violated", `Cannot read a message: found ${found}, must be ${wanted}`, { found });
}
