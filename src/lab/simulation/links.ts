// Who waits for whom on the network. Sharing is first come, first served: a transfer has a link for itself for bytes /
// bandwidth, and the next one begins after it. Fair sharing would end transfers that begin together later and the sum of
// them at the same time; the sum is what decides a makespan, and a queue needs no list of what is under way.
import type { LinkModel, NetworkModel } from "./network.ts";

/** One link, busy until a time. */
class Link {
  #free = 0;

  /** Takes a transfer that could begin at `from`; returns when it does. */
  begin(from: number, duration: number): number {
    const start = Math.max(from, this.#free);
    this.#free = start + duration;
    return start;
  }
}

/** The place of the server, when it has a node of its own. */
export const SERVER_NODE = -1;

export class Links {
  readonly #network: NetworkModel;
  /** By node, the server's first. */
  readonly #memory: Link[];
  readonly #up: Link[];
  readonly #down: Link[];

  constructor(network: NetworkModel, nodes: number) {
    this.#network = network;
    const links = (): Link[] => Array.from({ length: nodes + 1 }, () => new Link());
    this.#memory = links();
    this.#up = links();
    this.#down = links();
  }

  /** When a message that carries `bytes` of results and leaves node `a` at `at` has left, and when it is at node `b`. */
  send(at: number, a: number, b: number, bytes: number): { readonly left: number; readonly arrived: number } {
    const model = this.between(a, b);
    if (bytes === 0) return { left: at, arrived: at + model.latency };
    const duration = bytes / model.bytesPerMs;
    if (a === b) {
      const left = of(this.#memory, a).begin(at, duration) + duration;
      return { left, arrived: left + model.latency };
    }
    // The far end begins to take when the first byte is there.
    const up = of(this.#up, a).begin(at, duration);
    const down = of(this.#down, b).begin(up + model.latency, duration);
    return { left: up + duration, arrived: down + duration };
  }

  between(a: number, b: number): LinkModel {
    return a === b ? this.#network.near : this.#network.far;
  }
}

const of = (links: readonly Link[], node: number): Link => links[node + 1] as Link;
