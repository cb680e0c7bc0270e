// Attempts that somebody looks at the clock for: those with a time limit, and those that nobody wants any more while it is
// not known that they have ended. An attempt is known by worker, task and run, so that what is said or done because of it
// can never hit what runs there next.
import type { Failure } from "../codec/failure.ts";

export interface WatchedRun {
  readonly worker: number;
  readonly task: number;
  readonly run: number;
  /** Its function is called under supervision: it hears when it is to end, and says when it starts. */
  readonly isSupervised: boolean;
  /** The order in which its worker starts tasks; see `priority.ts`. */
  readonly rank: number;
  /** The clock that runs on it, if one does. */
  watch: number | undefined;
  /** Its worker has said that it runs. */
  isStarted: boolean;
  /** Why it is to end; undefined: it may go on, its result is wanted. */
  reason: Failure | undefined;
  /** If it does not end its worker is ended. */
  mustEnd: boolean;
  /** Its worker was asked to give it back and did not: it has begun, or its inputs are being moved there. */
  isKept: boolean;
}

/** What one worker was asked to give back, and has said nothing of: one clock runs on all of it. */
export interface OpenQuestion {
  readonly worker: number;
  /** Whether the attempt was asked for before the clock began. */
  readonly runs: Map<WatchedRun, boolean>;
  watch: number | undefined;
}

export class WatchedRuns {
  /** By task: most have one attempt. */
  readonly #byTask = new Map<number, WatchedRun[]>();
  readonly #byWatch = new Map<number, WatchedRun | OpenQuestion>();
  readonly questions = new Map<number, OpenQuestion>();
  #nextWatch = 0;
  size = 0;

  *[Symbol.iterator](): Generator<WatchedRun> {
    for (const runs of this.#byTask.values()) yield* runs;
  }

  /** Whether a clock has that number. */
  hasWatch(watch: number): boolean {
    return this.#byWatch.has(watch);
  }

  add(run: WatchedRun): WatchedRun {
    const known = this.#byTask.get(run.task);
    if (known === undefined) this.#byTask.set(run.task, [run]);
    else known.push(run);
    this.size++;
    return run;
  }

  find(worker: number, task: number, run: number): WatchedRun | undefined {
    return this.#byTask.get(task)?.find((each) => each.run === run && each.worker === worker);
  }

  delete(run: WatchedRun): void {
    const left = this.#byTask.get(run.task)?.filter((each) => each !== run) ?? [];
    if (left.length === 0) this.#byTask.delete(run.task);
    else this.#byTask.set(run.task, left);
    this.size--;
  }

  /** A new clock runs on this: its number. */
  wind(watched: WatchedRun | OpenQuestion): number {
    const watch = this.#nextWatch++;
    watched.watch = watch;
    this.#byWatch.set(watch, watched);
    return watch;
  }

  /** No clock runs on it any more: the number of the one that did. */
  stop(watched: WatchedRun | OpenQuestion): number | undefined {
    const { watch } = watched;
    if (watch !== undefined) this.#byWatch.delete(watch);
    watched.watch = undefined;
    return watch;
  }

  /** What the clock ran on that has run out. */
  takeOverdue(watch: number): WatchedRun | OpenQuestion | undefined {
    const watched = this.#byWatch.get(watch);
    if (watched !== undefined) this.stop(watched);
    return watched;
  }
}
