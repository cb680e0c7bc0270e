// How a worker learns of routes to others, and what it says of them: posted alone, beside the envelopes.

/** To a worker: from now on this route leads to `worker`, also if there was another. */
export interface PeerOffer {
  readonly kind: "peer";
  readonly worker: number;
  /** Names the route; the same number at both of its ends. */
  readonly link: number;
  /** The other worker is on another node: one that is near is asked first. */
  readonly isFar?: boolean;
  /** An end of a channel; without it messages go through the page. */
  readonly port?: object;
}

/** From a worker: this route has ended, though nobody said that the worker at its other end is gone. */
export interface RouteLost {
  readonly kind: "route-lost";
  readonly link: number;
}

/** To two workers: find out which route is faster, or send back what the other one sends. */
export interface ProbeOrder {
  readonly kind: "probe";
  readonly role: "measure" | "echo";
  readonly link: number;
  readonly port: object;
}

/** From a worker: milliseconds per round trip over each route; infinite if it ended or took too long. */
export interface ProbeReport {
  readonly kind: "probed";
  readonly ports: number;
  readonly page: number;
}
