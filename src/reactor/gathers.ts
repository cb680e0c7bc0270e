// Questions for results that are not answered yet: waiting for a task to end, or for a worker to answer.
import { IntList } from "../base/int-list.ts";

/** A place in a request that waits for a task. */
export interface Wait {
  readonly request: number;
  readonly position: number;
}

/** What one worker was asked for one request: places of the request, tasks, and the futures that mean them. */
interface Asked {
  readonly positions: Int32Array;
  readonly tasks: Int32Array;
  readonly futures: Int32Array;
}

/** Questions of this turn, before they are sent. */
class Due {
  readonly #positions = new IntList();
  readonly #tasks = new IntList();
  readonly #futures = new IntList();

  push(position: number, task: number, future: number): void {
    this.#positions.push(position);
    this.#tasks.push(task);
    this.#futures.push(future);
  }

  take(): Asked {
    return { positions: this.#positions.take(), tasks: this.#tasks.take(), futures: this.#futures.take() };
  }
}

export class Gathers {
  /** By task that has no result yet. */
  readonly #waiting = new Map<number, Wait[]>();
  /** By worker, then request: questions sent, in order. */
  readonly #asked = new Map<number, Map<number, Asked[]>>();
  /** By worker, then request: questions of this turn. */
  #due = new Map<number, Map<number, Due>>();

  wait(task: number, wait: Wait): void {
    getOrAdd(this.#waiting, task, () => []).push(wait);
  }

  /** Those who wait for a task that has just ended. */
  takeWaits(task: number): readonly Wait[] {
    if (this.#waiting.size === 0) return [];
    const waits = this.#waiting.get(task) ?? [];
    this.#waiting.delete(task);
    return waits;
  }

  /** Notes that a worker is to be asked for a result when the turn ends. */
  ask(worker: number, task: number, future: number, wait: Wait): void {
    const requests = getOrAdd(this.#due, worker, () => new Map<number, Due>());
    getOrAdd(requests, wait.request, () => new Due()).push(wait.position, task, future);
  }

  /** The questions of this turn; each is answered by one `values`. */
  takeDue(): readonly { readonly worker: number; readonly request: number; readonly asked: Asked }[] {
    if (this.#due.size === 0) return [];
    const due = [...this.#due];
    this.#due.clear();
    return due.flatMap(([worker, requests]) =>
      [...requests].map(([request, questions]) => {
        const asked = questions.take();
        this.#remember(worker, request, asked);
        return { worker, request, asked };
      }),
    );
  }

  /** A worker answered the oldest open question of a request. */
  answered(worker: number, request: number): Asked | undefined {
    const requests = this.#asked.get(worker);
    const open = requests?.get(request);
    const asked = open?.shift();
    if (open?.length === 0) requests?.delete(request);
    return asked;
  }

  /** What a lost worker was asked and will not answer. */
  takeAsked(worker: number): readonly (Wait & { readonly future: number })[] {
    for (const [request, questions] of this.#due.get(worker) ?? []) this.#remember(worker, request, questions.take());
    this.#due.delete(worker);
    const requests = [...(this.#asked.get(worker) ?? [])];
    this.#asked.delete(worker);
    return requests.flatMap(([request, open]) =>
      open.flatMap(({ positions, futures }) =>
        Array.from(futures, (future, i) => ({ future, request, position: positions[i] as number })),
      ),
    );
  }

  #remember(worker: number, request: number, asked: Asked): void {
    const requests = getOrAdd(this.#asked, worker, () => new Map<number, Asked[]>());
    getOrAdd(requests, request, () => []).push(asked);
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
