// How a thread of zero workers learns of a further one, beside the handshake.

/** To the thread: serve one more zero worker over this end of a channel. */
export interface ZeroPort {
  readonly kind: "zero-port";
  readonly port: object;
}

export function isZeroPort(value: unknown): value is ZeroPort {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "zero-port";
}
