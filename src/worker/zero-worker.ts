// A worker that computes nothing, transfers nothing and answers at once: what remains is the server's own cost. Inputs
// that are elsewhere count as fetched; every task is finished with a result of no meaning. (rsds has the idea.)

import { unreachable } from "../base/assert.ts";
import { IntList } from "../base/int-list.ts";
import type { ComputeBatch } from "../protocol/compute-batch.ts";
import { ComputeReader } from "../protocol/compute-batch.ts";
import { pushFinished } from "../protocol/finished-batch.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import { SourceReader } from "../protocol/sources.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";

/** Managed bytes of every result. */
const RESULT_BYTES = 28;
/** Milliseconds that every task takes. */
const DURATION = 0.001;

/** Where zero workers gather their answers, and how these become arrays. */
export interface ZeroStorage {
  readonly finished: IntList;
  readonly placed: IntList;
  readonly take: (list: IntList) => Int32Array;
}

const ownStorage = (): ZeroStorage => ({ finished: new IntList(), placed: new IntList(), take: (list) => list.take() });

export class ZeroWorker {
  readonly #id: number;
  readonly #finished: IntList;
  readonly #placed: IntList;
  readonly #take: (list: IntList) => Int32Array;

  /** Workers of one thread may share `storage`: an envelope is answered before the next is looked at. */
  constructor(id: number, storage: ZeroStorage = ownStorage()) {
    this.#id = id;
    this.#finished = storage.finished;
    this.#placed = storage.placed;
    this.#take = storage.take;
  }

  /** Answers an envelope; undefined when there is nothing to say. */
  handle(envelope: readonly ReactorToWorker[]): readonly WorkerToReactor[] | undefined {
    const answers: WorkerToReactor[] = [];
    for (const message of envelope) {
      switch (message.kind) {
        case "compute":
          this.#compute(message);
          break;
        case "retract":
          answers.push({ kind: "retracted", tasks: nothingGivenBack(message.tasks) });
          break;
        case "gather": {
          const { request, positions } = message;
          answers.push({
            kind: "values",
            request,
            positions,
            values: Array.from(positions, () => null),
            failed: [],
          });
          break;
        }
        case "run":
          answers.push({ kind: "ran", request: message.request, value: null });
          break;
        case "replicate":
          this.#replicate(message.tasks);
          break;
        case "functions":
          answers.push(durationsOf(message.from, message.definitions.length));
          break;
        case "store":
        case "free":
        case "limit-memory":
        case "report-memory":
        case "rest-store":
        case "interrupt":
        case "context":
        case "peer-lost":
        case "stop":
          break;
        default:
          unreachable(message);
      }
    }
    if (this.#placed.length > 0) answers.push({ kind: "placed", tasks: this.#take(this.#placed) });
    if (this.#finished.length > 0) answers.push({ kind: "finished", tasks: this.#take(this.#finished) });
    return answers.length > 0 ? answers : undefined;
  }

  #replicate(sources: Int32Array): void {
    const reader = new SourceReader(sources);
    for (; reader.at < sources.length; reader.at = reader.end) this.#placed.push2(reader.task, reader.run);
  }

  #compute(batch: ComputeBatch): void {
    const reader = new ComputeReader(batch);
    while (reader.next()) {
      for (let i = 0; i < reader.inputCount; i++) {
        const source = reader.source(i);
        if (source.holder !== this.#id) this.#placed.push2(source.task, source.run);
      }
      pushFinished(this.#finished, reader.task, reader.run, RESULT_BYTES);
    }
  }
}

/** Schedulers that learn durations hear one that is next to nothing, once per function. */
function durationsOf(from: number, count: number): WorkerToReactor {
  const functions = Int32Array.from({ length: count }, (_, i) => from + i);
  return { kind: "measured", functions, milliseconds: new Float64Array(count).fill(DURATION) };
}

/** Everything it was ordered to do is done already. */
function nothingGivenBack(tasks: Int32Array): Int32Array {
  const answer = new IntList();
  for (let at = 0; at < tasks.length; at += 2) {
    answer.push2(tasks[at] as number, tasks[at + 1] as number);
    answer.push(0);
  }
  return answer.take();
}
