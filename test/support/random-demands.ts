// What a random program asks for beside results: tasks that hang and are limited in time or hang on a signal, tasks that fail
// at first and are tried again, cancellations.
import type { Random } from "../../src/base/random.ts";
import type { Client } from "../../src/client/client.ts";
import type { Future } from "../../src/client/future.ts";
import type { Outcome } from "./program-outcomes.ts";
import { AnyName, ending, FLAKY, forgetTries, HANGING } from "./program-outcomes.ts";
import type { Entry } from "./random-program.ts";

export interface DemandsHost {
  readonly client: Client;
  readonly random: Random;
  add(future: Future, outcome: Outcome): void;
  pick(): Entry | undefined;
}

export class RandomDemands {
  readonly #host: DemandsHost;
  #calls = 0;
  /** Aborted some time; then these are cancelled. */
  #shared = { controller: new AbortController(), outcomes: [] as Outcome[] };

  constructor(host: DemandsHost) {
    this.#host = host;
    forgetTries();
  }

  /** Asks for something. */
  act(): void {
    const kind = this.#host.random.below(4);
    if (kind === 0) this.#hang();
    else if (kind === 1) this.#tryOften();
    else if (kind === 2) this.#cancel();
    else this.abort();
  }

  /** Aborts the signal: what hangs on it is cancelled. */
  abort(): void {
    const { controller, outcomes } = this.#shared;
    this.#shared = { controller: new AbortController(), outcomes: [] };
    for (const { end } of outcomes) end.isCancelled = true;
    controller.abort(new Error("enough"));
  }

  #hang(): void {
    const { client, random, add } = this.#host;
    const fn = HANGING[random.below(2)] as (typeof HANGING)[number];
    const { controller, outcomes } = this.#shared;
    const isLimited = random.below(2) === 0;
    const choices = isLimited ? { timeout: 50, retries: random.below(2) } : { signal: controller.signal };
    const end = { ...ending(), isEndless: !isLimited };
    const outcome = { value: undefined, roots: new AnyName(), throwsItself: false, isFragile: false, end };
    add(client.submit(fn, [], choices), outcome);
    if (!isLimited) outcomes.push(outcome);
  }

  #tryOften(): void {
    const { client, random, add } = this.#host;
    const [id, failures] = [this.#calls++, 1 + random.below(2)];
    const future = client.submit(FLAKY, [id, failures], { retries: failures, retryDelay: 5 * random.below(2) });
    add(future, { value: id, roots: new Set(), throwsItself: false, isFragile: false, end: ending() });
  }

  #cancel(): void {
    const entry = this.#host.pick();
    if (entry === undefined) return;
    entry.outcome.end.isCancelled = true;
    entry.future.cancel();
  }
}
