// What a user might do with a cluster, at random: every way to submit, futures anywhere in arguments, failures, releases
// at any time. Beside each future stands what plain, sequential evaluation says its result must be.
import { expect } from "vitest";
import { isEngineError } from "../../src/base/errors.ts";
import type { Random } from "../../src/base/random.ts";
import type { Client } from "../../src/client/client.ts";
import { Delayed } from "../../src/client/delayed.ts";
import { Future } from "../../src/client/future.ts";
import type { TaskOptions } from "../../src/client/options.ts";
import { transfer } from "../../src/codec/transfer.ts";
import { TaskGraph } from "../../src/graph/task-graph.ts";
import type { Outcome, Served } from "./program-outcomes.ts";
import { AnyName, BOOM, ending, evaluate, MIX, mayBeCancelled, named, rootsOf, TASKS } from "./program-outcomes.ts";
import { RandomDemands } from "./random-demands.ts";

export interface Entry {
  readonly future: Future;
  readonly outcome: Outcome;
}

export interface ProgramOptions {
  readonly random: Random;
  /** Tasks to submit in all. */
  readonly tasks: number;
  /** Percentage of tasks that throw. */
  readonly failing: number;
  /** Data with no lineage: scattered, or moved. */
  readonly fragile: boolean;
  /** Workers die: what is fragile may be lost. */
  readonly lossy: boolean;
  /** Tasks are cancelled, limited in time, tried again, pinned; some hang. Default false. */
  readonly isDemanding?: boolean;
  /** The workers that there are. */
  readonly workers?: () => readonly number[];
  /** Errors that may come of any task, whatever it does: not the program's business. */
  readonly isExcused?: (error: unknown) => boolean;
}

export class RandomProgram {
  readonly #client: Client;
  readonly #options: ProgramOptions;
  readonly #random: Random;
  readonly #entries: Entry[] = [];
  /** Promises of results that were asked for early. */
  readonly #waits: Promise<() => void>[] = [];
  #left: number;
  #keys = 0;
  readonly #demands: RandomDemands;

  constructor(client: Client, options: ProgramOptions) {
    this.#client = client;
    this.#options = options;
    this.#random = options.random;
    this.#left = options.tasks;
    const add = (future: Future, outcome: Outcome): void => this.#add(future, outcome);
    this.#demands = new RandomDemands({ client, random: this.#random, add, pick: () => this.#pick() });
  }

  get isDone(): boolean {
    return this.#left <= 0;
  }

  /** Does something. */
  act(): void {
    const { below } = this.#random;
    const kind = below(12);
    if (kind < 3) this.#submitSome();
    else if (kind === 3) this.#map();
    else if (kind === 4) this.#computeGraph();
    else if (kind === 5) this.#computeDelayed();
    else if (kind === 6) this.#scatter();
    else if (kind === 7) this.#release();
    else if (kind === 8) this.#gatherAndRelease();
    else if (kind === 9) this.#runEverywhere();
    else if (kind === 10 && this.#options.isDemanding === true) this.#demands.act();
    else this.#ask();
  }

  /** Asks for everything that is not released; call the checks that it resolves to when they are there. */
  async results(): Promise<readonly (() => void)[]> {
    const waits = this.#entries.map((entry) => this.#check(entry));
    const alive = this.#entries.filter(
      ({ outcome }) => outcome.value !== undefined && !this.#mayBeLost(outcome) && !mayBeCancelled(outcome.end),
    );
    return Promise.all([...this.#waits, ...waits, this.#checkGather(alive, false)]);
  }

  /** Ends what would hang for ever. */
  finish(): void {
    this.#demands.abort();
  }

  releaseAll(): void {
    for (const { future } of this.#entries.splice(0)) future.release();
  }

  /** Gathers results, and lets go of them whatever comes of it if that is asked for. */
  async #checkGather(entries: readonly Entry[], release: boolean): Promise<() => void> {
    const futures = entries.map(({ future }) => future);
    try {
      const values = await this.#client.gather(futures, { release });
      return () => expect(values).to.deep.equal(entries.map(({ outcome }) => outcome.value));
    } catch (error) {
      if (release) for (const entry of entries) letGo(entry);
      return () => {
        if (this.#isExcused(error)) return;
        const isMeant = entries.some(
          ({ outcome }) => outcome.value === undefined || this.#mayBeLost(outcome) || mayBeCancelled(outcome.end),
        );
        if (!isMeant) throw error;
      };
    }
  }

  #isExcused(error: unknown): boolean {
    const cause = isEngineError(error, "dependency-failed") ? error.cause : error;
    return this.#options.isExcused?.(cause) === true;
  }

  #mayBeLost(outcome: Outcome): boolean {
    return this.#options.lossy && outcome.isFragile;
  }

  async #check({ future, outcome }: Entry): Promise<() => void> {
    const { key } = future;
    const found: { value?: unknown; error?: unknown } = {};
    try {
      found.value = await future.result();
    } catch (error) {
      found.error = error;
    }
    return () => {
      if ("value" in found) {
        if (found.value !== outcome.value) expect.fail(`${key} is ${String(found.value)}, must be ${outcome.value}`);
        return;
      }
      if (future.status === "released" && isEngineError(found.error, "cancelled")) return;
      this.#checkError(found.error, outcome);
    };
  }

  #checkError(error: unknown, outcome: Outcome): void {
    const cause = isEngineError(error, "dependency-failed") ? error.cause : error;
    if (this.#isExcused(error)) return;
    if (mayBeCancelled(outcome.end) && isEngineError(cause, "cancelled")) return;
    if (this.#mayBeLost(outcome) && isEngineError(cause, "data-lost")) return;
    if (outcome.throwsItself && error instanceof RangeError) return;
    if (!isEngineError(error, "dependency-failed")) throw error;
    const { root } = error.details;
    expect(outcome.roots.has(root), `${root} is to blame, one of ${[...outcome.roots]}`).to.equal(true);
    expect((cause as Error).message).to.match(/^boom/);
  }

  #add(future: Future, outcome: Outcome): void {
    this.#entries.push({ future, outcome });
    this.#left--;
  }

  #choices(): TaskOptions {
    const { below } = this.#random;
    const key = below(10) === 0 ? { key: `named-${this.#keys++}` } : {};
    const choices = below(4) === 0 ? { ...key, priority: below(201) - 100 } : key;
    if (this.#options.isDemanding !== true || below(3) > 0) return choices;
    const kind = below(4);
    if (kind === 0) return { ...choices, timeout: 100 };
    if (kind === 1) return { ...choices, retries: below(3), retryDelay: 10 * below(2) };
    if (kind === 2) return { ...choices, stealable: false };
    return { ...choices, workers: this.#someWorkers() };
  }

  #someWorkers(): number[] {
    const all = this.#options.workers?.() ?? [];
    return [0, ...Array.from({ length: 3 }, () => all[this.#random.below(Math.max(1, all.length))] ?? 0)];
  }

  #pickFunction(): Served {
    return this.#random.below(100) < this.#options.failing ? BOOM : MIX;
  }

  #pick(): Entry | undefined {
    const entries = this.#entries;
    // Mostly recent ones, so that graphs are deep.
    const span = this.#random.below(3) === 0 ? entries.length : Math.min(entries.length, 8);
    return span === 0 ? undefined : entries[entries.length - 1 - this.#random.below(span)];
  }

  /** Arguments with futures anywhere; `extra` are other placeholders to use. */
  #args(extra: readonly object[] = []): unknown[] {
    const { below } = this.#random;
    const one = (): unknown => {
      const holder = extra.length > 0 && below(2) === 0 ? extra[below(extra.length)] : this.#pick()?.future;
      return below(4) === 0 || holder === undefined ? below(1000) : holder;
    };
    const many = (): unknown[] => Array.from({ length: 1 + below(4) }, one);
    switch (below(9)) {
      case 0:
        return [];
      case 1:
        return [below(1000)];
      case 2:
        return [below(1000), "text", { a: [1, 2] }];
      case 3:
        return [many()];
      case 4:
        return [{ a: one(), b: [one(), { c: one() }] }, below(10)];
      case 5:
        return [new Map([["a", one()]]), new Set([one()])];
      default:
        return many();
    }
  }

  #submitSome(): void {
    for (let i = 1 + this.#random.below(6); i > 0 && !this.isDone; i--) {
      const fn = this.#pickFunction();
      if (this.#options.fragile && this.#random.below(12) === 0) {
        const bytes = Uint8Array.of(this.#random.below(200), 2, 3).buffer;
        const outcome = evaluate(fn, [bytes.slice(0)], this.#entryOf, true);
        const future = this.#client.submit(fn, [transfer(bytes)], this.#choices());
        this.#add(future, named(outcome, this.#client, future));
        continue;
      }
      const args = this.#args();
      const outcome = evaluate(fn, args, this.#entryOf);
      const future = this.#client.submit(fn, args, this.#choices());
      this.#add(future, named(outcome, this.#client, future));
    }
  }

  #map(): void {
    const { below } = this.#random;
    const fn = this.#pickFunction();
    const count = 1 + below(Math.min(12, Math.max(1, this.#left)));
    const columns = Array.from({ length: 1 + below(2) }, () =>
      Array.from({ length: count }, () => (below(2) === 0 ? below(1000) : (this.#pick()?.future ?? 1))),
    );
    const outcomes = Array.from({ length: count }, (_, i) =>
      evaluate(
        fn,
        columns.map((column) => column[i]),
        this.#entryOf,
      ),
    );
    const futures = this.#client.map(fn, columns, this.#choices());
    futures.forEach((future, i) => this.#add(future, named(outcomes[i] as Outcome, this.#client, future)));
  }

  #computeGraph(): void {
    const { below } = this.#random;
    const graph = new TaskGraph();
    const count = 1 + below(Math.min(60, Math.max(1, this.#left)));
    const outcomes: Outcome[] = [];
    const takenBy = new Set<number>();
    for (let i = 0; i < count; i++) {
      const fn = this.#pickFunction();
      const index = graph.define(fn);
      const width = i === 0 ? 0 : below(20) === 0 ? Math.min(i, 40) : below(4);
      const inputs = Array.from({ length: width }, () => i - 1 - below(Math.min(i, below(3) === 0 ? i : 12)));
      for (const input of inputs) takenBy.add(input);
      const isList = below(2) === 0;
      const values = inputs.map((input) => outcomes[input] as Outcome);
      if (width === 0) graph.callValue(index, i);
      else if (isList) graph.callList(index, inputs);
      else graph.call(index, inputs);
      const args = width === 0 ? [i] : isList ? [values] : values;
      outcomes.push(
        evaluate(fn, args, (value) => (values.includes(value as Outcome) ? (value as Outcome) : undefined)),
      );
    }
    const wanted = below(2) === 0 ? undefined : Array.from({ length: 1 + below(4) }, () => below(count));
    const outputs = wanted ?? Array.from({ length: count }, (_, i) => i).filter((i) => !takenBy.has(i));
    const futures = this.#client.computeGraph(graph, wanted, below(3) === 0 ? { priority: below(201) - 100 } : {});
    this.#left -= count;
    const submission = futures[0]?.draft?.id as number;
    const roots = rootsOf(graph, outcomes, submission);
    const known = new Set<Future>();
    futures.forEach((future, i) => {
      if (known.has(future)) return;
      known.add(future);
      const index = outputs[i] as number;
      this.#entries.push({ future, outcome: { ...(outcomes[index] as Outcome), roots: roots[index] as Set<string> } });
    });
  }

  #computeDelayed(): void {
    const { below } = this.#random;
    const made: { readonly call: Delayed; readonly outcome: Outcome }[] = [];
    const outcomeOf = (value: unknown): Outcome | undefined =>
      value instanceof Delayed ? made.find(({ call }) => call === value)?.outcome : this.#entryOf(value);
    const count = 1 + below(Math.min(20, Math.max(1, this.#left)));
    for (let i = 0; i < count; i++) {
      const fn = this.#pickFunction();
      const args = this.#args(made.slice(-4).map(({ call }) => call));
      const outcome = evaluate(fn, args, outcomeOf);
      made.push({ call: new Delayed(fn, args), outcome: { ...outcome, roots: new Set(["*"]) } });
    }
    const roots = Array.from({ length: 1 + below(3) }, () => made[made.length - 1 - below(Math.min(made.length, 5))]);
    const calls = [...new Set(roots)] as typeof made;
    const futures = this.#client.computeDelayed(calls.map(({ call }) => call));
    this.#left -= count;
    // The names of inner tasks are the drawing's business: any root is right.
    futures.forEach((future, i) => {
      const outcome = calls[i]?.outcome as Outcome;
      this.#entries.push({ future, outcome: { ...outcome, roots: new AnyName(), throwsItself: outcome.throwsItself } });
    });
  }

  #scatter(): void {
    if (!this.#options.fragile) return;
    const values = Array.from({ length: 1 + this.#random.below(4) }, () => this.#random.below(1000));
    const futures = this.#client.scatter(values);
    futures.forEach((future, i) => {
      const value = values[i];
      this.#add(future, { value, roots: new Set(), throwsItself: false, isFragile: true, end: ending() });
    });
  }

  #release(): void {
    for (let i = this.#random.below(6); i > 0 && this.#entries.length > 0; i--) {
      const [entry] = this.#entries.splice(this.#random.below(this.#entries.length), 1);
      if (this.#random.below(4) === 0) this.#waits.push(this.#check(entry as Entry));
      if (entry !== undefined) letGo(entry);
    }
  }

  #gatherAndRelease(): void {
    const taken = Array.from({ length: 1 + this.#random.below(3) }, () =>
      this.#entries.splice(this.#random.below(this.#entries.length), 1),
    ).flat();
    this.#waits.push(this.#checkGather(taken, true));
  }

  #runEverywhere(): void {
    const { below } = this.#random;
    if (below(3) > 0) return;
    const args = [below(1000), below(1000)];
    const results = this.#client.run(MIX, args);
    const check = results.then(
      (byWorker) => () => {
        for (const value of byWorker.values()) expect(value).to.equal(TASKS.mix(...args));
      },
      (error: unknown) => () => {
        if (!this.#options.lossy || !isEngineError(error, "worker-lost")) throw error;
      },
    );
    this.#waits.push(check);
  }

  #ask(): void {
    const entry = this.#pick();
    if (entry !== undefined) this.#waits.push(this.#check(entry));
  }

  readonly #entryOf = (value: unknown): Outcome | undefined =>
    value instanceof Future ? this.#entries.find(({ future }) => future === value)?.outcome : undefined;
}

/** What would hang for ever is cancelled first: to release a task that runs does not end it. */
function letGo({ future, outcome }: Entry): void {
  if (outcome.end.isEndless === true && !outcome.end.isCancelled) {
    outcome.end.isCancelled = true;
    future.cancel();
  }
  future.release();
}
