// A paper graph while it is drawn: columns that grow at the end.
import { IntList } from "../../base/int-list.ts";
import type { PaperGraph, TaskCost } from "./paper-graph.ts";

/** Adds a task that takes `inputs`, at the usual cost of its kind or at `cost`; returns its id. */
export type AddTask = (inputs: ArrayLike<number>, cost?: TaskCost) => number;

/** Larger graphs are refused: they would not fit into a page. */
const MOST_TASKS = 2_000_000;

export class Drawing {
  readonly #kinds: string[] = [];
  readonly #kindOf = new IntList();
  readonly #inputOffsets = new IntList();
  readonly #inputs = new IntList();
  readonly #milliseconds: number[] = [];
  readonly #bytes: number[] = [];

  constructor() {
    this.#inputOffsets.push(0);
  }

  /** A kind of tasks and what each of them costs. */
  kind(name: string, usual: TaskCost): AddTask {
    const kind = this.#kinds.push(name) - 1;
    return (inputs, cost = usual) => this.#add(kind, inputs, cost);
  }

  /**
   * A kind of tasks that return their only input: what Dask leaves where it fused a chain into one task. The server
   * sees them as tasks like others, and counts their results again.
   */
  alias(name: string): (input: number) => number {
    const kind = this.#kinds.push(name) - 1;
    return (input) => this.#add(kind, [input], { milliseconds: ALIAS_MS, bytes: this.#bytes[input] as number });
  }

  /** @throws {RangeError} if the graph becomes too large for a page */
  #add(kind: number, inputs: ArrayLike<number>, cost: TaskCost): number {
    const id = this.#milliseconds.length;
    if (id === MOST_TASKS) {
      throw new RangeError(`Cannot draw a graph: it has more than ${id} tasks, must have at most as many`);
    }
    for (let i = 0; i < inputs.length; i++) this.#inputs.push(inputs[i] as number);
    this.#inputOffsets.push(this.#inputs.length);
    this.#kindOf.push(kind);
    this.#milliseconds.push(cost.milliseconds);
    this.#bytes.push(Math.round(cost.bytes));
    return id;
  }

  done(name: string): PaperGraph {
    return {
      name,
      kinds: this.#kinds,
      kindOf: Uint8Array.from(this.#kindOf.take()),
      inputOffsets: this.#inputOffsets.take(),
      inputs: this.#inputs.take(),
      milliseconds: new Float64Array(this.#milliseconds),
      bytes: new Float64Array(this.#bytes),
    };
  }
}

const ALIAS_MS = 0.02;
