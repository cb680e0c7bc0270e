// What a worker answers its peers that ask for results. An answer is complete when all that was asked for is in memory; a
// result that the asker may take away leaves this worker with the answer.
import type { Refusal } from "../protocol/worker-to-worker.ts";
import type { Data } from "./data.ts";
import { LEAST_STORED, Place } from "./data.ts";
import type { Gauge } from "./gauge.ts";
import type { WorkerInstruction } from "./instructions.ts";
import type { Bringing, Storing } from "./storing.ts";

/** Requests that may wait for the store at a time; others are told that the worker is busy. */
const MOST_WAITING = 10;
const MOST_WAITING_WHEN_PAUSED = 1;

/** What serving shares with the rest of its machine. */
export interface ServingContext {
  readonly data: Data;
  readonly gauge: Gauge;
  /** What brings results back into memory; asked only while there is something in the store. */
  readonly storing: () => Storing;
  readonly emit: (instruction: WorkerInstruction) => void;
  /** Whether a result is on its way here. */
  readonly isComing: (task: number, run: number) => boolean;
}

export class Serving {
  readonly #context: ServingContext;
  /** By peer: its request, while it waits for the store. */
  readonly #waiting = new Map<number, Bringing>();

  constructor(context: ServingContext) {
    this.#context = context;
  }

  /** A peer asks: pairs (task, run), with ~run for what it would take away. */
  onFetch(peer: number, tasks: Int32Array): void {
    const stored = this.#storedOf(tasks);
    const most = this.#context.gauge.isPaused ? MOST_WAITING_WHEN_PAUSED : MOST_WAITING;
    if (stored.length === 0 || this.#waiting.size >= most) return this.#answer(peer, tasks);
    const storing = this.#context.storing();
    const bringing = storing.bring(stored, () => {
      this.#waiting.delete(peer);
      this.#answer(peer, tasks);
      storing.release(bringing);
    });
    this.#waiting.set(peer, bringing);
  }

  /** Nobody waits for the answer any more. */
  onPeerLost(peer: number): void {
    const bringing = this.#waiting.get(peer);
    if (bringing === undefined) return;
    this.#waiting.delete(peer);
    this.#context.storing().release(bringing);
  }

  /** Results left with an answer. */
  onGivenAway(tasks: readonly number[]): void {
    for (const task of tasks) this.#context.data.take(task);
  }

  #storedOf(tasks: Int32Array): number[] {
    const { data } = this.#context;
    if (data.storedBytes === 0) return [];
    const stored = new Set<number>();
    for (let at = 0; at < tasks.length; at += 2) {
      const task = tasks[at] as number;
      if (data.isStored(task) && data.has(task, runOf(tasks[at + 1] as number))) stored.add(task);
    }
    return [...stored];
  }

  /** Hot path (B2). */
  #answer(peer: number, tasks: Int32Array): void {
    const { data } = this.#context;
    const values: unknown[] = [];
    const refused: Refusal[] = [];
    const movable: number[] = [];
    const large: [position: number, bytes: number][] = [];
    for (let at = 0; at < tasks.length; at += 2) {
      const task = tasks[at] as number;
      const position = values.length;
      const reason = this.#reasonAgainst(task, runOf(tasks[at + 1] as number));
      values.push(reason === undefined ? data.value(task) : undefined);
      const bytes = data.bytesOf(task);
      if (bytes >= LEAST_STORED && reason === undefined) large.push([position, bytes]);
      if (reason !== undefined) refused.push({ position, reason } as Refusal);
      else if ((tasks[at + 1] as number) < 0 && isMovable(data, task)) movable.push(position);
    }
    // What is to be moved must be known with all others that may share its buffers.
    if (movable.length > 0 && data.hasKept) {
      this.#context.emit({ kind: "account", changes: { kept: data.takeKept(), dropped: [], gone: [] } });
    }
    this.#context.emit({ kind: "send-data", peer, tasks, values, refused, movable, large });
  }

  #reasonAgainst(task: number, run: number): Refusal["reason"] | undefined {
    const { data } = this.#context;
    if (data.has(task, run)) return data.storedBytes > 0 && data.isStored(task) ? "busy" : undefined;
    return this.#context.isComing(task, run) ? "late" : "gone";
  }
}

/** What is being written stays until that has ended. */
function isMovable(data: Data, task: number): boolean {
  const place = data.placeOf(task);
  return place === undefined || place === Place.memory || place === Place.both;
}

const runOf = (named: number): number => (named < 0 ? ~named : named);
