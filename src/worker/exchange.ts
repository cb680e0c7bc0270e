// What a worker has to do with other workers: copies that it fetches, and what it answers. The machine gets it with the
// first route to another worker; one that is alone never has it. Pure.
import type { WorkerEvent } from "./events.ts";
import type { FetchingContext } from "./fetching.ts";
import { Fetching } from "./fetching.ts";
import type { Gauge } from "./gauge.ts";
import type { FetchLimits } from "./peers.ts";
import { FETCH_LIMITS } from "./peers.ts";
import { Serving } from "./serving.ts";
import type { Storing } from "./storing.ts";

/** What an exchange shares with the rest of its machine. */
export interface ExchangeContext extends Omit<FetchingContext, "limits" | "bytesInFlight"> {
  readonly gauge: Gauge;
  /** What brings results back into memory; asked only while there is something in the store. */
  readonly storing: () => Storing;
  /** Limits other than `FETCH_LIMITS`. */
  readonly limits: Partial<FetchLimits>;
}

type PeerEvent = Extract<WorkerEvent, { readonly kind: `peer-${string}` | "given-away" }>;

/** Of the memory limit: most bytes of results on their way here. */
const SHARE_IN_FLIGHT = 0.1;

export class Exchange {
  readonly fetching: Fetching;
  readonly #serving: Serving;

  constructor(context: ExchangeContext) {
    const { gauge, limits } = context;
    this.fetching = new Fetching({
      ...context,
      limits: { ...FETCH_LIMITS, ...limits },
      bytesInFlight: () => SHARE_IN_FLIGHT * gauge.limit,
    });
    this.#serving = new Serving({ ...context, isComing: (task, run) => this.fetching.isComing(task, run) });
  }

  handle(event: PeerEvent): void {
    switch (event.kind) {
      case "peer-message":
        if (event.message.kind === "fetch") return this.#serving.onFetch(event.peer, event.message.tasks);
        return this.fetching.onData(event.peer, event.message, event.sizeOf);
      case "peer-lost":
        return this.onPeerLost(event.peer);
      case "peer-far":
        return this.fetching.onFarPeer(event.peer);
      case "peer-retried":
        return this.fetching.onRetried(event.peer);
      case "given-away":
        return this.#serving.onGivenAway(event.tasks);
    }
  }

  /** Nothing more comes from a peer, nor does it wait for anything. */
  onPeerLost(peer: number): void {
    this.fetching.onPeerLost(peer);
    this.#serving.onPeerLost(peer);
  }
}
