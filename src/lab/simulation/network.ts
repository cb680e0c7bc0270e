// What a network costs: a model of numbers, and the ones that experiments use.

/** A link, or a kind of link. */
export interface LinkModel {
  /** Until the first byte is there, in milliseconds. */
  readonly latency: number;
  /** Bytes per millisecond that the link carries in all, for as many transfers as share it. */
  readonly bytesPerMs: number;
}

export interface NetworkModel {
  readonly name: string;
  /** Between workers of one node: they share its memory. */
  readonly near: LinkModel;
  /** Between nodes: each has one link up to the switch and one down; the switch itself never is too slow. */
  readonly far: LinkModel;
  /** Where the server is: on a node of its own, or with the workers. */
  readonly server: "own-node" | "near";
  /** Whether a result that only the asker still needs is moved inside a node, which costs no copy. */
  readonly movesResults: boolean;
}

export const NETWORKS = {
  /**
   * Threads of one page or process. A call on a worker and its answer take 0.12 ms, of which the two threads are busy for
   * most (`npm run bench -- simulation-costs`, 2026-11-30); copies run at the speed of memory.
   */
  page: {
    name: "page",
    near: { latency: 0.02, bytesPerMs: 2_000_000 },
    far: { latency: 0.3, bytesPerMs: 100_000 },
    server: "near",
    movesResults: true,
  },
  /**
   * The cluster of the paper (reference 2.0): nodes of 24 workers, InfiniBand FDR56 under TCP. Of its 56 Gbit/s TCP gets
   * about 16; inside a node TCP over the loopback device shares the memory of two sockets.
   */
  salomon: {
    name: "salomon",
    near: { latency: 0.03, bytesPerMs: 4_000_000 },
    far: { latency: 0.05, bytesPerMs: 2_000_000 },
    server: "own-node",
    movesResults: false,
  },
} as const satisfies Readonly<Record<string, NetworkModel>>;
