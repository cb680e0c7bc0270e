// Graphs on their way to the reactor, and what is remembered of them: the names of their tasks.

import type { TaskKey } from "../base/ids.ts";
import { IntList } from "../base/int-list.ts";
import { functionOf } from "../graph/call.ts";
import { TaskGraph } from "../graph/task-graph.ts";
import type { Submission } from "../protocol/client-to-reactor.ts";
import type { TaskTerms } from "../protocol/task-terms.ts";
import type { Future } from "./future.ts";
import type { Terms } from "./terms.ts";
import { isSameTerms } from "./terms.ts";

/** One graph that is handed over in one message. */
export class SubmissionDraft {
  readonly id: number;
  readonly priority: number;
  /** While it is drawn up; only the names of its tasks are remembered afterwards. */
  graph: TaskGraph;
  #calls: Int32Array | undefined;
  /** The cluster's function for each of the graph's; empty: they are the same. */
  readonly functions: Int32Array;
  readonly transfers: { readonly index: number; readonly buffers: readonly object[] }[] = [];
  readonly #wants = new IntList(16);
  readonly #externals = new IntList(8);
  readonly #externalOf = new Map<number, number>();
  readonly #keys = new Map<number, TaskKey>();
  #terms: TaskTerms[] | undefined;

  constructor(id: number, priority: number, graph = new TaskGraph(), functions = new Int32Array(0)) {
    this.id = id;
    this.priority = priority;
    this.graph = graph;
    this.functions = functions;
  }

  /** Notes that a client holds a future on a task; tasks must come in order. */
  want(index: number, future: number): void {
    this.#wants.push2(index, future);
  }

  /** Notes what is asked of the tasks `from` to `to`; tasks must come in order. */
  ask(from: number, to: number, terms: Terms): void {
    this.#terms ??= [];
    const last = this.#terms.at(-1);
    if (last?.to === from && isSameTerms(last, terms)) this.#terms[this.#terms.length - 1] = { ...last, to };
    else this.#terms.push({ ...terms, from, to });
  }

  /** How this graph names the result of a future as an input. */
  inputOf(future: Future): number {
    if (future.draft === this) return future.index;
    let external = this.#externalOf.get(future.id);
    if (external === undefined) {
      external = this.#externals.length;
      this.#externalOf.set(future.id, external);
      this.#externals.push(future.id);
    }
    return ~external;
  }

  /** The key that the user gave to a task. */
  givenKey(index: number): TaskKey | undefined {
    return this.#keys.get(index);
  }

  setKey(index: number, key: TaskKey): void {
    this.#keys.set(index, key);
  }

  /** The key of a task: the one given, or one made of the function's name and the task's place. */
  keyOf(index: number, nameOf: (fn: number) => string): TaskKey {
    const given = this.#keys.get(index);
    if (given !== undefined) return given;
    const fn = functionOf(this.#calls === undefined ? this.graph.callAt(index) : (this.#calls[index] as number));
    return `${nameOf(this.functions.length === 0 ? fn : (this.functions[fn] as number))}-${this.id}-${index}`;
  }

  /** The message that hands the graph over; the draft keeps nothing of its values. */
  message(): Submission {
    const graph = this.graph.columns();
    this.#calls = graph.calls;
    this.graph = HANDED_OVER;
    return {
      kind: "submit",
      submission: this.id,
      graph,
      functions: this.functions,
      externals: this.#externals.take(),
      wants: this.#wants.take(),
      transfers: this.transfers,
      ...(this.#terms && { terms: this.#terms }),
      priority: this.priority,
    };
  }
}

const HANDED_OVER = new TaskGraph();
