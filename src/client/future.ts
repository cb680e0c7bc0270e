// A client's handle on a task's result. It is not thenable: awaiting it by accident would pull the data to the page.
import "../base/disposable.ts";
import { EngineError } from "../base/errors.ts";
import type { TaskKey } from "../base/ids.ts";
import type { Abortable } from "./abortable.ts";
import { onAbort } from "./abortable.ts";
import type { TaskProgress } from "./future-talk.ts";
import { FutureTalk } from "./future-talk.ts";

/** pending: not computed yet; finished: the result is on a worker; failed: see `result`; released: let go of. */
export type FutureStatus = "pending" | "finished" | "failed" | "released";

/** The graph that brings a task, as far as a future knows it. */
export interface FutureOrigin {
  readonly id: number;
  readonly priority: number;
  givenKey(index: number): TaskKey | undefined;
  keyOf(index: number, nameOf: (fn: number) => string): TaskKey;
}

/** What a future needs of its client. */
export interface FutureOwner {
  gatherOne(future: Future): Promise<unknown>;
  release(future: Future): void;
  cancel(futures: readonly Future[], reason: unknown): void;
  keyOf(future: Future): TaskKey;
  readonly talks: { copy(message: unknown): unknown };
}

export class Future<T = unknown> {
  /** @internal */
  readonly id: number;
  /** @internal The graph that brings it; undefined for scattered data. */
  readonly draft: FutureOrigin | undefined;
  /** @internal Its place there. */
  readonly index: number;
  readonly #owner: FutureOwner;
  #status: FutureStatus = "pending";
  #error: unknown;
  #makeError: (() => unknown) | undefined;
  #talk: FutureTalk | undefined;

  /** @internal Futures are made by a cluster. */
  constructor(owner: FutureOwner, id: number, draft: FutureOrigin | undefined, index: number) {
    this.#owner = owner;
    this.id = id;
    this.draft = draft;
    this.index = index;
  }

  /** @internal */
  get error(): unknown {
    if (this.#makeError !== undefined) this.#error = this.#makeError();
    this.#makeError = undefined;
    return this.#error;
  }

  /** @internal */
  isOwnedBy(owner: FutureOwner): boolean {
    return this.#owner === owner;
  }

  /** The task's name: the one given, else one made of the function's. */
  get key(): TaskKey {
    return this.#owner.keyOf(this);
  }

  get status(): FutureStatus {
    return this.#status;
  }

  /**
   * The result, cloned to this thread; waits until it is there.
   * @throws what the task threw; {EngineError} dependency-failed, cancelled, timed-out, closed; `signal.reason` when the wait is aborted (the task goes on)
   */
  result(options: { readonly signal?: Abortable } = {}): Promise<T> {
    if (this.#status === "failed") return Promise.reject(this.error);
    if (this.#status === "released") return Promise.reject(this.error ?? cancelled(this.key));
    const result = this.#owner.gatherOne(this) as Promise<T>;
    return options.signal === undefined ? result : unlessAborted(result, options.signal);
  }

  /**
   * Ends the task, and every task that needs its result: waits reject with `cancelled` (the cause is `reason`) or, of the
   * others, with `dependency-failed`. A task that runs sees its signal aborted with `reason`; if it goes on beyond
   * `graceTime` its worker is replaced, and what else was there is computed elsewhere. Does nothing once there is a result
   * or a failure.
   */
  cancel(reason?: unknown): void {
    if (this.#status === "pending") this.#owner.cancel([this], reason);
  }

  /** How far the task is, as it said last; undefined until it says so. A task that is begun again starts anew. */
  get progress(): TaskProgress | undefined {
    return this.#talk?.progress;
  }

  /** Calls back when the task says how far it is (`withContext`); returns how to stop. */
  onProgress(listener: (progress: TaskProgress) => void): () => void {
    return this.talk.onProgress(listener);
  }

  /** What the task sends while it runs, in order, from the first on; for one reader. Ends with the task. */
  get messages(): AsyncIterable<unknown> {
    return this.talk.messages;
  }

  /** Sends the task a message: when it begins if it has not, and not at all once it has ended. @throws {TypeError} naming the path of what cannot be cloned */
  send(message: unknown): void {
    this.talk.send(this.#owner.talks.copy(message));
  }

  /** @internal */
  get talk(): FutureTalk {
    if (this.#talk === undefined) {
      this.#talk = new FutureTalk();
      if (this.#status !== "pending") this.#talk.end();
    }
    return this.#talk;
  }

  /** Says that the result is wanted no longer, so that workers can forget it. Safe to call twice. */
  release(): void {
    if (this.#status === "released") return;
    this.#owner.release(this);
    this.#status = "released";
    this.#talk?.end();
  }

  [Symbol.dispose](): void {
    this.release();
  }

  /** @internal `makeError` is asked when somebody wants the error. */
  settle(status: "finished" | "failed", makeError?: () => unknown): void {
    if (this.#status === "released" || this.#status === "failed") return;
    this.#status = status;
    this.#makeError = makeError;
    this.#talk?.end();
  }
}

/** The error of a wait for a future that was let go of. */
export function cancelled(key: TaskKey): EngineError<"cancelled"> {
  return new EngineError("cancelled", `Cannot get the result of "${key}": the future was released`, { key });
}

function unlessAborted<T>(result: Promise<T>, signal: Abortable): Promise<T> {
  return new Promise((resolve, reject) => {
    const settled = onAbort(signal, () => reject(signal.reason));
    result.then(resolve, reject).finally(settled);
  });
}
