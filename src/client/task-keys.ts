// The names by which users know tasks: those they gave, and those made of a function's name and a task's place.
import type { TaskKey } from "../base/ids.ts";
import { SCATTERED } from "../protocol/reactor-to-client.ts";
import type { Future } from "./future.ts";
import type { SubmissionDraft } from "./submission.ts";

/** A task's place in a submission. */
export interface Place {
  readonly submission: number;
  readonly index: number;
}

export class TaskKeys {
  readonly #nameOf: (fn: number) => string;
  /** Futures by given name; weak, so that a future that nobody holds can still be collected. */
  readonly #named = new Map<TaskKey, WeakRef<Future>>();
  /** Submissions of which futures are left. */
  readonly #drafts = new Map<number, { readonly draft: SubmissionDraft; futures: number }>();

  constructor(nameOf: (fn: number) => string) {
    this.#nameOf = nameOf;
  }

  /** @throws {RangeError} if a future of that name is alive */
  check(key: TaskKey): void {
    if (this.#named.get(key)?.deref() === undefined) return;
    throw new RangeError(`Cannot submit "${key}": a future with that key is alive, must be unique`);
  }

  name(key: TaskKey, future: Future): void {
    this.#named.set(key, new WeakRef(future));
  }

  /** Notes that a future of a submission was made. */
  hold(draft: SubmissionDraft): void {
    const known = this.#drafts.get(draft.id);
    if (known === undefined) this.#drafts.set(draft.id, { draft, futures: 1 });
    else known.futures++;
  }

  /** A future of a submission is gone, and with it the name that was given to it. */
  letGo(submission: number, key: TaskKey | undefined): void {
    if (key !== undefined) this.#named.delete(key);
    const known = this.#drafts.get(submission);
    if (known !== undefined && --known.futures === 0) this.#drafts.delete(submission);
  }

  keyOf(future: Future): TaskKey {
    return future.draft === undefined ? `data-${future.id}` : future.draft.keyOf(future.index, this.#nameOf);
  }

  /** The key of a task of a submission whose futures are not all gone; else its place. */
  keyAt({ submission, index }: Place): TaskKey {
    if (submission === SCATTERED) return `data-${index}`;
    return this.#drafts.get(submission)?.draft.keyOf(index, this.#nameOf) ?? `task-${submission}-${index}`;
  }

  /** The place of the task of that name, or undefined if there is none. */
  find(key: TaskKey): Place | undefined {
    const future = this.#named.get(key)?.deref();
    if (future?.draft !== undefined) return { submission: future.draft.id, index: future.index };
    const parts = /-(?:(\d+)-)?(\d+)$/.exec(key);
    if (parts === null) return undefined;
    const place = { submission: parts[1] === undefined ? SCATTERED : Number(parts[1]), index: Number(parts[2]) };
    return this.keyAt(place) === key ? place : undefined;
  }
}
