// How a worker learns of a route to another: a port of its own, sent beside the envelopes.

/** To a worker: from now on `port` (an end of a channel) leads to `worker`. */
export interface PeerOffer {
  readonly kind: "peer";
  readonly worker: number;
  readonly port: object;
}
