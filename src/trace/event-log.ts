// What happened, as records in a bounded ring. A record is a whole batch: who and when once, then the batch's columns as
// they came. So a task costs the copying of a few integers (the trace may be left on: at most 5 % of the server's cost).
//
// Layout of a record: [kind, worker, time high, time low, size of payload, payload ...]. Times are microseconds.
// The ring is made of segments. When all are full the oldest is used again: memory that was touched before is warm.

const HEADER = 5;
const LOW = 0x4000_0000; // 30 bits
/** Integers of a segment. A record that is longer gets one of its own. */
const SEGMENT = 65_536;
/** Bytes of a log where nothing else is said: the whole story of some 350,000 tasks. */
export const DEFAULT_CAPACITY = 32_000_000;

interface Segment {
  readonly ints: Int32Array;
  used: number;
}

/** A record as it is read; `floats` has the same storage as `ints`. Valid until the next one is read. */
export interface LogRecord {
  readonly kind: number;
  readonly worker: number;
  /** Microseconds since the trace began. */
  readonly time: number;
  readonly ints: Int32Array;
  readonly floats: Float32Array;
  /** The payload is `ints[start .. end)`. */
  readonly start: number;
  readonly end: number;
}

/** What a log held at one time, oldest first. */
export interface LogCopy {
  readonly segments: readonly Int32Array[];
  /** Whether older records had to go. */
  readonly isCut: boolean;
}

export class EventLog {
  readonly #mostSegments: number;
  readonly #full: Segment[] = [];
  #current: Segment = { ints: new Int32Array(SEGMENT), used: 0 };
  #isCut = false;

  /** @param capacity bytes; at least two segments of 256 KiB are kept */
  constructor(capacity: number) {
    this.#mostSegments = Math.max(2, Math.floor(capacity / (4 * SEGMENT)));
  }

  /** Where payloads go; valid until the next `begin`. */
  get ints(): Int32Array {
    return this.#current.ints;
  }

  /** Begins a record whose payload has `size` integers; they are written at the place that is returned. Hot path. */
  begin(kind: number, worker: number, time: number, size: number): number {
    if (this.#current.used + HEADER + size > this.#current.ints.length) this.#turn(HEADER + size);
    const { ints, used } = this.#current;
    const high = Math.floor(time / LOW);
    ints[used] = kind;
    ints[used + 1] = worker;
    ints[used + 2] = high;
    ints[used + 3] = time - high * LOW;
    ints[used + 4] = size;
    this.#current.used = used + HEADER + size;
    return used + HEADER;
  }

  /** The record begun last has no more than `size` integers. */
  shorten(at: number, size: number): void {
    this.#current.ints[at - 1] = size;
    this.#current.used = at + size;
  }

  copy(): LogCopy {
    const segments = [...this.#full, this.#current].map(({ ints, used }) => ints.slice(0, used));
    return { segments, isCut: this.#isCut };
  }

  #turn(needed: number): void {
    this.#full.push(this.#current);
    let next: Segment | undefined;
    if (this.#full.length >= this.#mostSegments) {
      next = this.#full.shift();
      this.#isCut = true;
    }
    const ints = next?.ints.length === SEGMENT && needed <= SEGMENT ? next.ints : undefined;
    this.#current = { ints: ints ?? new Int32Array(Math.max(SEGMENT, needed)), used: 0 };
  }
}

/** The records of a copy, oldest first. */
export function* readRecords({ segments }: LogCopy): Generator<LogRecord, void> {
  for (const ints of segments) {
    const floats = new Float32Array(ints.buffer, ints.byteOffset, ints.length);
    for (let at = 0; at < ints.length; ) {
      const start = at + HEADER;
      const end = start + (ints[at + 4] as number);
      const time = (ints[at + 2] as number) * LOW + (ints[at + 3] as number);
      yield { kind: ints[at] as number, worker: ints[at + 1] as number, time, ints, floats, start, end };
      at = end;
    }
  }
}
