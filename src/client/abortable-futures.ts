// Futures whose tasks a signal cancels: all that wait for the same signal are cancelled together when it is aborted.
import type { Abortable } from "./abortable.ts";
import { onAbort } from "./abortable.ts";
import type { Future } from "./future.ts";

interface Group {
  readonly signal: Abortable;
  readonly futures: Map<number, Future>;
  readonly stop: () => void;
}

type Cancel = (futures: readonly Future[], reason: unknown) => void;

export class AbortableFutures {
  readonly #cancel: Cancel;
  readonly #bySignal = new Map<Abortable, Group>();
  readonly #byFuture = new Map<number, Group>();

  constructor(cancel: Cancel) {
    this.#cancel = cancel;
  }

  /** From now on the signal cancels these; at once if it is aborted. */
  add(signal: Abortable, futures: readonly Future[]): void {
    if (signal.aborted) return this.#cancel(futures, signal.reason);
    const group = this.#bySignal.get(signal) ?? this.#listen(signal);
    for (const future of futures) {
      group.futures.set(future.id, future);
      this.#byFuture.set(future.id, group);
    }
  }

  /** A future has ended, or was let go of. */
  delete(id: number): void {
    if (this.#byFuture.size === 0) return;
    const group = this.#byFuture.get(id);
    if (group === undefined) return;
    this.#byFuture.delete(id);
    group.futures.delete(id);
    if (group.futures.size > 0) return;
    group.stop();
    this.#bySignal.delete(group.signal);
  }

  #listen(signal: Abortable): Group {
    const futures = new Map<number, Future>();
    const stop = onAbort(signal, () => this.#cancel([...futures.values()], signal.reason));
    const group = { signal, futures, stop };
    this.#bySignal.set(signal, group);
    return group;
  }
}
