// Times that are to come, over one timer of the host. A timer that comes late must not kill: the page may have been frozen
// or this thread busy, and an answer may be waiting to be heard. So who is overdue is told only after everything that has
// arrived had its turn, and if the timer comes much too late the time begins anew, once.
import type { Ranked } from "../base/heap.ts";
import { Heap } from "../base/heap.ts";

/** Milliseconds after its time from which on a timer is much too late. */
const LATE = 500;
/** Timers of hosts take no more milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Times that may stand in the heap and are past, beside as many as are to come. */
const MOST_PAST = 256;

/** The host's clock and timers. */
export interface Clock {
  now(): number;
  /** Calls back after so many milliseconds, or later; returns how to stop that. */
  wait(milliseconds: number, callback: () => void): () => void;
  /** Calls back after everybody else on the thread had a turn. */
  defer(callback: () => void): void;
}

interface Deadline {
  readonly milliseconds: number;
  readonly due: () => void;
  /** Whether its time may begin anew. */
  isPatient: boolean;
  /** When its time is up. */
  at: number;
}

/** A time in the heap; it is past if the deadline of its number is gone or has another. */
interface Time extends Ranked {
  readonly id: number;
}

export class Deadlines {
  readonly #clock: Clock;
  readonly #deadlines = new Map<number, Deadline>();
  #times = new Heap<Time>();
  #sequence = 0;
  #timer: { readonly at: number; readonly stop: () => void } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many times are to come. */
  get size(): number {
    return this.#deadlines.size;
  }

  /** Calls back when so many milliseconds are over, unless `id` is deleted before; `isPatient`: better too late than too early. */
  set(id: number, milliseconds: number, due: () => void, isPatient = true): void {
    this.#deadlines.set(id, { milliseconds, due, isPatient, at: 0 });
    this.#begin(id);
    this.#arm();
  }

  delete(id: number): void {
    this.#deadlines.delete(id);
    if (this.#deadlines.size === 0) this.clear();
    else if (this.#times.size > MOST_PAST + 2 * this.#deadlines.size) this.#forgetPast();
  }

  /** The time of each begins anew: for a while nothing could happen. */
  beginAnew(): void {
    this.#times = new Heap<Time>();
    for (const id of this.#deadlines.keys()) this.#begin(id);
    this.#arm();
  }

  /** Nothing more is to come. */
  clear(): void {
    this.#timer?.stop();
    this.#timer = undefined;
    this.#deadlines.clear();
    this.#times = new Heap<Time>();
  }

  #begin(id: number): void {
    const deadline = this.#deadlines.get(id);
    if (deadline === undefined) return;
    deadline.at = this.#clock.now() + deadline.milliseconds;
    this.#times.push({ priority: deadline.at, sequence: this.#sequence++, id });
  }

  #forgetPast(): void {
    this.#times = new Heap<Time>();
    for (const [id, { at }] of this.#deadlines) this.#times.push({ priority: at, sequence: this.#sequence++, id });
  }

  /** The earliest that is to come. */
  #first(): { readonly id: number; readonly deadline: Deadline } | undefined {
    for (let time = this.#times.peek(); time !== undefined; time = this.#times.peek()) {
      const deadline = this.#deadlines.get(time.id);
      if (deadline?.at === time.priority) return { id: time.id, deadline };
      this.#times.pop();
    }
    return undefined;
  }

  #arm(): void {
    const at = this.#first()?.deadline.at;
    if (at === undefined || (this.#timer !== undefined && this.#timer.at <= at)) return;
    this.#timer?.stop();
    const milliseconds = Math.min(LONGEST, Math.max(0, at - this.#clock.now()));
    this.#timer = { at, stop: this.#clock.wait(milliseconds, () => this.#onTimer(at)) };
  }

  #onTimer(at: number): void {
    this.#timer = undefined;
    const now = this.#clock.now();
    if (now - at > LATE) this.#bePatient(now);
    this.#clock.defer(() => {
      for (let first = this.#first(); first !== undefined && first.deadline.at <= now; first = this.#first()) {
        this.#deadlines.delete(first.id);
        first.deadline.due();
      }
      this.#arm();
    });
  }

  #bePatient(now: number): void {
    for (const [id, deadline] of this.#deadlines) {
      if (deadline.at > now || !deadline.isPatient) continue;
      deadline.isPatient = false;
      this.#begin(id);
    }
  }
}
