// Functions that run on every worker, outside of scheduling: answers are collected by worker.
import type { ReactorToClient } from "../protocol/reactor-to-client.ts";
import { errorOf } from "./failures.ts";

interface Run {
  readonly name: string;
  readonly results: Map<number, unknown>;
  error: { readonly value: unknown } | undefined;
  readonly resolve: (results: ReadonlyMap<number, unknown>) => void;
  readonly reject: (error: unknown) => void;
}

export class OpenRuns {
  readonly #open = new Map<number, Run>();
  #next = 0;

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  /** Begins a run; its promise ends when every worker has answered, with the first failure if there was one. */
  open(name: string): { readonly request: number; readonly results: Promise<ReadonlyMap<number, unknown>> } {
    const request = this.#next++;
    const results = new Promise<ReadonlyMap<number, unknown>>((resolve, reject) => {
      this.#open.set(request, { name, results: new Map(), error: undefined, resolve, reject });
    });
    return { request, results };
  }

  answer({ request, worker, value, failure, remaining }: ReactorToClient & { kind: "ran" }): void {
    const run = this.#open.get(request);
    if (run === undefined) return;
    if (failure === undefined) run.results.set(worker, value);
    else run.error ??= { value: errorOf(failure, run.name) };
    if (remaining > 0) return;
    this.#open.delete(request);
    if (run.error === undefined) run.resolve(run.results);
    else run.reject(run.error.value);
  }

  refuseAll(error: unknown): void {
    const runs = [...this.#open.values()];
    this.#open.clear();
    for (const run of runs) run.reject(error);
  }
}
