// What happens in a cluster, for whoever wants to watch.
import type { StoreKind } from "../base/store-kind.ts";
import type { WorkerLoss } from "../base/worker-loss.ts";

export type ClusterEvent =
  | { readonly kind: "worker-joined"; readonly worker: number }
  /** A worker died; another, with a number of its own, is started in its place. */
  | { readonly kind: "worker-lost"; readonly worker: number; readonly reason: string; readonly loss: WorkerLoss }
  /** A worker left because the cluster was scaled down. */
  | { readonly kind: "worker-retired"; readonly worker: number }
  /** A worker could not be started, at first or in the place of one that was lost: fewer work than were asked for. */
  | { readonly kind: "worker-not-replaced"; readonly reason: string }
  /** A worker's memory is full: from now on it stores results. */
  | { readonly kind: "spill-began"; readonly worker: number; readonly store: StoreKind }
  /** The store takes no more results: they stay in memory, and the worker works on as memory allows. */
  | { readonly kind: "spill-stopped"; readonly worker: number; readonly reason: string }
  /** So many results were lost with the store; what is wanted of them is computed again. */
  | { readonly kind: "spill-lost"; readonly worker: number; readonly results: number }
  /** The page was frozen, or kept for the back button, for so long, and the cluster goes on; what is lost is told by itself. */
  | { readonly kind: "page-restored"; readonly milliseconds: number }
  | { readonly kind: "closed" };

/** Tells listeners, and lets them iterate: `for await (const event of cluster.events)`. */
export class ClusterEvents implements AsyncIterable<ClusterEvent> {
  readonly #listeners = new Set<(event: ClusterEvent) => void>();
  #isOver = false;

  /** Calls back for each event from now on; returns how to stop. What a listener throws does not reach the cluster. */
  subscribe(listener: (event: ClusterEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @internal */
  emit(event: ClusterEvent): void {
    if (this.#isOver) return;
    if (event.kind === "closed") this.#isOver = true;
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        reportError(error);
      }
    }
  }

  /** Events from now on; ends when the cluster is closed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ClusterEvent, void> {
    const waiting: ClusterEvent[] = [];
    let wake = (): void => {};
    const stop = this.subscribe((event) => {
      waiting.push(event);
      wake();
    });
    try {
      while (!this.#isOver || waiting.length > 0) {
        const event = waiting.shift();
        if (event !== undefined) yield event;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      stop();
    }
  }
}

/** Lets an error of a listener surface where the runtime reports errors that nobody caught. */
function reportError(error: unknown): void {
  void Promise.reject(error);
}
