// Questions for results that are not answered yet: waiting for a task to end, or for a worker to answer.
import { IntList } from "../base/int-list.ts";

/** A place in a request that waits for a task. */
export interface Wait {
  readonly request: number;
  readonly position: number;
  /** The client lets go of the future with the answer. */
  readonly isReleasing: boolean;
}

/** A place that a worker was asked to fill, and the future that means it. */
export interface AskedWait extends Wait {
  readonly future: number;
}

/** What one worker was asked for one request: places of the request, tasks, and the futures that mean them. */
interface Asked {
  readonly positions: Int32Array;
  /** As in the message: below zero if the worker gives the result up. */
  readonly tasks: Int32Array;
  readonly futures: Int32Array;
  readonly isReleasing: boolean;
  /** By place: the futures whose answers are still to come; undefined while none has come. */
  left: Map<number, number> | undefined;
}

/** Questions of this turn, before they are sent. */
class Due {
  readonly #positions = new IntList();
  readonly #tasks = new IntList();
  readonly #futures = new IntList();
  readonly #isReleasing: boolean;

  constructor(isReleasing: boolean) {
    this.#isReleasing = isReleasing;
  }

  push(position: number, named: number, future: number): void {
    this.#positions.push(position);
    this.#tasks.push(named);
    this.#futures.push(future);
  }

  take(): Asked {
    const [positions, tasks, futures] = [this.#positions.take(), this.#tasks.take(), this.#futures.take()];
    return { positions, tasks, futures, isReleasing: this.#isReleasing, left: undefined };
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
    if (this.#waiting.size === 0) return NOBODY;
    const waits = this.#waiting.get(task) ?? NOBODY;
    this.#waiting.delete(task);
    return waits;
  }

  /** Notes that a worker is to be asked for a result when the turn ends; `isGivenUp`: it is to forget it. */
  ask(worker: number, task: number, future: number, wait: Wait, isGivenUp: boolean): void {
    const requests = getOrAdd(this.#due, worker, () => new Map<number, Due>());
    const due = getOrAdd(requests, wait.request, () => new Due(wait.isReleasing));
    due.push(wait.position, isGivenUp ? ~task : task, future);
  }

  /** The questions of this turn; each is answered by one or more `values`. */
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

  /** Whether a worker still has something to answer of a request. */
  isAsked(worker: number, request: number): boolean {
    return this.#asked.get(worker)?.has(request) === true;
  }

  /** A worker answered these places of a request: those that are to be released. */
  answered(worker: number, request: number, positions: Int32Array): readonly AskedWait[] {
    return this.#settle(worker, request, positions, false);
  }

  /** A worker does not have what these places of a request mean: those that waited for it. */
  notHere(worker: number, request: number, positions: Int32Array): readonly AskedWait[] {
    return this.#settle(worker, request, positions, true);
  }

  #settle(worker: number, request: number, positions: Int32Array, areAllWanted: boolean): readonly AskedWait[] {
    const requests = this.#asked.get(worker);
    const open = requests?.get(request) ?? NOBODY;
    const found: AskedWait[] = [];
    for (const asked of open) {
      const { isReleasing, futures } = asked;
      const isWhole = asked.left === undefined && isSame(asked.positions, positions);
      if (isWhole && !isReleasing && !areAllWanted) {
        asked.left = EMPTY; // nobody asks whose they were
        break;
      }
      asked.left ??= new Map(Array.from(asked.positions, (position, i) => [position, futures[i] as number]));
      for (const position of positions) {
        const future = asked.left.get(position);
        if (future === undefined) continue;
        asked.left.delete(position);
        found.push({ request, position, future, isReleasing });
      }
    }
    const left = open.filter((asked) => asked.left?.size !== 0);
    if (left.length === 0) requests?.delete(request);
    else if (left.length < open.length) requests?.set(request, left);
    return found;
  }

  /** What a lost worker was asked and will not answer. */
  takeAsked(worker: number): readonly AskedWait[] {
    for (const [request, questions] of this.#due.get(worker) ?? []) this.#remember(worker, request, questions.take());
    this.#due.delete(worker);
    const requests = [...(this.#asked.get(worker) ?? [])];
    this.#asked.delete(worker);
    return requests.flatMap(([request, open]) =>
      open.flatMap(({ positions, futures, isReleasing, left }) =>
        left === undefined
          ? Array.from(futures, (future, i) => ({ future, request, position: positions[i] as number, isReleasing }))
          : Array.from(left, ([position, future]) => ({ future, request, position, isReleasing })),
      ),
    );
  }

  #remember(worker: number, request: number, asked: Asked): void {
    const requests = getOrAdd(this.#asked, worker, () => new Map<number, Asked[]>());
    getOrAdd(requests, request, () => []).push(asked);
  }
}

const NOBODY: readonly never[] = [];
const EMPTY = new Map<number, number>();

/** Places of one question grow, so that the ends tell. */
function isSame(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a[0] === b[0] && a.at(-1) === b.at(-1);
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
