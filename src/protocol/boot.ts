// The handshake that starts a worker. It ends before the first envelope is sent.

/** The version of this protocol; both sides must have the same. */
export const PROTOCOL_VERSION = 1;

/** The first message of a worker: now it hears. What was sent while its script was loading may be lost. */
export interface Listening {
  readonly kind: "listening";
}

/** The first message to a worker. */
export interface Hello {
  readonly kind: "hello";
  readonly version: number;
  readonly worker: number;
  readonly cores: number;
  /** Whether the worker is to list the names of its global scope. */
  readonly listGlobals: boolean;
  /** Whether functions may arrive as source text. */
  readonly allowSource: boolean;
}

/** The worker's answer: it can work now. */
export interface Ready {
  readonly kind: "ready";
  readonly version: number;
  /** Names of the functions it serves. */
  readonly tasks: readonly string[];
  /** Names of its global scope, if asked for. */
  readonly globals: readonly string[];
}

/** The worker's answer: it cannot. */
export interface NotReady {
  readonly kind: "not-ready";
  readonly text: string;
}

export type BootReply = Listening | Ready | NotReady;
