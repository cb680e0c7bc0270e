// Answers to clients that ask for results: at once from memory, and one by one, as there is room, from the store.
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { Data } from "./data.ts";
import type { WorkerInstruction } from "./instructions.ts";
import type { ReactorOutbox } from "./outbox.ts";
import type { Bringing, Storing } from "./storing.ts";

/** What gathering shares with the rest of its machine. */
export interface GatheringContext {
  readonly data: Data;
  /** What brings results back into memory; asked only while there is something in the store. */
  readonly storing: () => Storing;
  readonly outbox: ReactorOutbox;
  readonly emit: (instruction: WorkerInstruction) => void;
}

export class Gathering {
  readonly #context: GatheringContext;

  constructor(context: GatheringContext) {
    this.#context = context;
  }

  onGather({ request, positions, tasks }: ReactorToWorker & { kind: "gather" }): void {
    const { data } = this.#context;
    const here: number[] = [];
    tasks.forEach((named, i) => {
      if (data.isStored(taskOf(named))) this.#bring(request, positions[i] as number, named);
      else here.push(i);
    });
    if (here.length === tasks.length) return this.#answer(request, positions, tasks);
    if (here.length > 0) this.#answer(request, pick(positions, here), pick(tasks, here));
  }

  #bring(request: number, position: number, named: number): void {
    const storing = this.#context.storing();
    const bringing: Bringing = storing.bring([taskOf(named)], () => {
      this.#answer(request, Int32Array.of(position), Int32Array.of(named));
      storing.release(bringing);
    });
  }

  #answer(request: number, positions: Int32Array, tasks: Int32Array): void {
    const { data, outbox, emit } = this.#context;
    const found: number[] = [];
    const gone: number[] = [];
    tasks.forEach((named, i) => (data.hasAny(taskOf(named)) ? found : gone).push(i));
    if (gone.length > 0) outbox.others.push({ kind: "not-here", request, positions: pick(positions, gone) });
    if (found.length === 0) return;
    const values: unknown[] = [];
    const sizes: number[] = [];
    const given: number[] = [];
    for (const i of found) {
      const named = tasks[i] as number;
      const task = taskOf(named);
      sizes.push(data.bytesOf(task));
      const taken = named < 0 ? data.take(task) : undefined;
      if (taken !== undefined) given.push(values.length);
      values.push(taken === undefined ? data.value(task) : taken.value);
    }
    const answered = gone.length === 0 ? positions : pick(positions, found);
    if (given.length > 0 && data.hasKept) {
      emit({ kind: "account", changes: { kept: data.takeKept(), dropped: [], gone: [] } });
    }
    emit({ kind: "send-values", request, positions: answered, values, sizes, given });
  }
}

/** A task that is named by its complement is given up with the answer. */
const taskOf = (named: number): number => (named < 0 ? ~named : named);

const pick = (column: Int32Array, places: readonly number[]): Int32Array =>
  Int32Array.from(places, (i) => column[i] as number);
