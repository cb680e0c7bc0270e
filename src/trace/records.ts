// The kinds of records, and the layout of the payload of each. Whoever writes and whoever reads go by this table.

export const Kind = {
  /** [n, tasks (n), input offsets (n + 1), inputs ...] */
  created: 0,
  /** Pairs (task, worker): the scheduler's decisions. */
  assigned: 1,
  /** Triples (task, run, function): orders that went to the worker. */
  sent: 2,
  /** Tasks that run and will for a while. Pairs (task, run). */
  started: 3,
  /** Quadruples (task, run, bytes high, bytes low); ~high: in shared memory. See `finished-batch.ts`. */
  finished: 4,
  /** [base high, base low, computed tasks ...]; see `timing-columns.ts`. */
  computed: 5,
  /** One pair (task, run). */
  failed: 6,
  /** A copy came to the worker. Pairs (task, run). */
  placed: 7,
  /** A result was taken over from another worker. Triples (task, run, former holder). */
  taken: 8,
  /** The worker was told to forget results or runs. Pairs (task, run). */
  freed: 9,
  /** Results were lost with the worker's store. Pairs (task, run). */
  mislaid: 10,
  /** Tasks that nobody wants computed any more: cancelled, or failed with an input. */
  dropped: 11,
  /** The tasks left the books; their ids may come back as others. */
  removed: 12,
  /** The worker was asked to give tasks back. Pairs (task, run). */
  retractionAsked: 13,
  /** Triples (task, run, 1 if given back). */
  retractionAnswered: 14,
  /** [cores, node] */
  workerJoined: 15,
  /** The worker is gone, or leaves. */
  workerLost: 16,
  /** [envelopes, messages in them, their columns' bytes high, low]: what has gone to all workers in a turn. */
  messagesSent: 17,
  /** The same, from workers, since the turn before. */
  messagesReceived: 18,
  /** [part of the server, duration in µs as a float]; the record's time is when it ended. */
  measured: 19,
  /** [activity, peer, results, bytes high, bytes low, start high, start low, duration as a float] */
  activity: 20,
} as const;

/** What the server's thread works on. */
export const PARTS = ["server", "scheduler", "messages", "client"] as const;
/** Bookkeeping; deciding; handing messages to ports; telling the client what came of it. */
export type Part = (typeof PARTS)[number];

const LOW = 0x4000_0000; // 30 bits

/** A number of at most 2^60 in two integers. */
export function writeLong(ints: Int32Array, at: number, value: number): void {
  const high = Math.floor(value / LOW);
  ints[at] = high;
  ints[at + 1] = value - high * LOW;
}

export function readLong(ints: Int32Array, at: number): number {
  return (ints[at] as number) * LOW + (ints[at + 1] as number);
}
