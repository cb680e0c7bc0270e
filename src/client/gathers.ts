// Results on their way to the client: each request is answered in parts, and ends when all its places are filled.
import type { ReactorToClient } from "../protocol/reactor-to-client.ts";
import { errorOf } from "./failures.ts";
import type { Future } from "./future.ts";
import { cancelled } from "./future.ts";

/** One request. Its futures are kept alive until it ends. */
export interface GatherRequest {
  readonly futures: readonly Future[];
  fill(position: number, value: unknown): void;
  refuse(position: number, error: unknown): void;
}

/** Single results that were asked for in one turn: one request, a promise each. */
export class SingleResults implements GatherRequest {
  readonly futures: Future[] = [];
  readonly #waiters: { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }[] = [];

  add(future: Future): Promise<unknown> {
    this.futures.push(future);
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  fill(position: number, value: unknown): void {
    this.#waiters[position]?.resolve(value);
  }

  refuse(position: number, error: unknown): void {
    this.#waiters[position]?.reject(error);
  }
}

/** Many results as one array; the first failure ends the wait. */
export class ManyResults implements GatherRequest {
  readonly futures: readonly Future[];
  readonly values: Promise<unknown[]>;
  readonly #values: unknown[];
  #missing: number;
  #resolve: (values: unknown[]) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(futures: readonly Future[]) {
    this.futures = futures;
    this.#missing = futures.length;
    this.#values = new Array(futures.length);
    this.values = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (this.#missing === 0) this.#resolve([]);
  }

  fill(position: number, value: unknown): void {
    this.#values[position] = value;
    if (--this.#missing === 0) this.#resolve(this.#values);
  }

  refuse(_position: number, error: unknown): void {
    this.#reject(error);
  }
}

interface OpenGather {
  readonly request: GatherRequest;
  missing: number;
  /** By place: lists of which slices have come. */
  lists: Map<number, unknown[]> | undefined;
}

/** The requests that are open, counted by the client. */
export class OpenGathers {
  readonly #open = new Map<number, OpenGather>();
  #next = 0;

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  open(request: GatherRequest): number {
    this.#open.set(this.#next, { request, missing: request.futures.length, lists: undefined });
    return this.#next++;
  }

  /** Parts of an answer came. */
  receive({ request, positions, values, failed, isLastSlice }: ReactorToClient & { readonly kind: "values" }): void {
    const gather = this.#open.get(request)?.request;
    if (gather === undefined) return;
    const refused = new Set<number>();
    for (const { position, failure } of failed) {
      refused.add(position);
      const future = gather.futures[position];
      if (future === undefined) continue; // a task of a user has posted it
      const isReleased = future.status === "released";
      const error = isReleased ? cancelled(future.key) : errorOf(failure, future.key);
      gather.refuse(position, future.error ?? error);
    }
    positions.forEach((position, i) => {
      if (refused.has(position) || !(position in gather.futures)) return;
      gather.fill(position, isLastSlice ? this.#endList(request, position, values[i] as unknown[]) : values[i]);
    });
    this.#answered(request, Math.max(positions.length, failed.length));
  }

  /** A slice of a list came, which is not the last. */
  addSlice(id: number, position: number, index: number, items: readonly unknown[]): void {
    const entry = this.#open.get(id);
    if (entry === undefined) return;
    entry.lists ??= new Map();
    const list = entry.lists.get(position);
    if (index === 0 || list === undefined) entry.lists.set(position, [...items]);
    else for (const item of items) list.push(item);
  }

  /** The last slice of a list came: all of it. */
  #endList(id: number, position: number, last: readonly unknown[]): unknown[] {
    const list = this.#open.get(id)?.lists?.get(position) ?? [];
    for (const item of last) list.push(item);
    return list;
  }

  /** `count` places of a request were answered. */
  #answered(id: number, count: number): void {
    const entry = this.#open.get(id);
    if (entry === undefined) return;
    entry.missing -= count;
    if (entry.missing <= 0) this.#open.delete(id);
  }

  /** Ends all requests. */
  refuseAll(error: unknown): void {
    const entries = [...this.#open.values()];
    this.#open.clear();
    for (const { request } of entries) request.futures.forEach((_, position) => request.refuse(position, error));
  }
}
