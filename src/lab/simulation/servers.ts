// The engines that experiments compare, as numbers in milliseconds. Where a number is from stands beside it; "reference"
// is the collection of the paper's raw data, by its section.
import type { ServerModel } from "./server-model.ts";

/** One microsecond in milliseconds. */
const US = 0.001;

/**
 * A worker of Dask, which rsds uses too. Taken from merges under rsds with real workers, where workers are what is slow
 * (reference 2.2 to 2.4).
 */
const PYTHON_WORKER = {
  /**
   * merge-100K takes 24.3 s on 24 workers: 3.5 s in the client, 1.6 s until the graph is in the server, 13.9 s for the
   * fetches of the last task; the rest is 5.3 s * 24 workers / 100,000 tasks. merge_slow-5K-0.1 says the same.
   */
  perTask: 1.2,
  perMessage: 0,
  /** merge-25K on 168 workers: 208 us per task, with zero workers 71; less the connections. */
  perFetched: 135 * US,
  perServed: 10 * US,
  /** A TCP connection and its handshake: makespans of merges grow by this per worker that the last task asks. */
  perPeer: 2,
  isOneThread: false,
  slice: 4,
  /** Durations in the table were measured on these machines while all cores were busy. */
  speed: 1,
} as const;

/** Dask's client optimises, packs and sends: what zero workers cost under rsds (reference 2.4), less rsds's own 30 us. */
const PYTHON_CLIENT = { F: 35 * US, D: 215 * US, A: 215 * US, B: 800 * US, X: 900 * US } as const;

export const SERVERS = {
  /**
   * This engine in Node 20 on two cores of an AMD EPYC: processor time of its threads, 2026-11-30, as
   * `npm run bench -- simulation-costs` prints it. A result is a small buffer.
   */
  weftwork: {
    name: "weftwork",
    /** merge-20K: 1.5 us per task on the page's thread, client and scheduler among it; tree-15: 6 us more per task with inputs. */
    server: {
      perTurn: 10 * US,
      /** A message wakes the thread: 41 us per message sent or received, where each comes alone. */
      perMessage: 35 * US,
      perTaskSubmitted: 0.4 * US,
      perInput: 0.3 * US,
      perTaskFinished: 0.3 * US,
      perConsumerFinished: 5 * US,
      perCopy: 1.5 * US,
      perValue: 5 * US,
    },
    scheduler: { perAssignment: 0.3 * US, perAssignmentAndWorker: 0, looksAtAllWorkersFor: "no-task" },
    worker: {
      /** merge-20K 2.9, tree-15 4.6. */
      perTask: 3.5 * US,
      perMessage: 17 * US,
      /** Together 5 us per result of merge-20K that the last task fetches from the other of two workers. */
      perFetched: 2.5 * US,
      perServed: 2.5 * US,
      perPeer: 50 * US,
      isOneThread: true,
      slice: 4,
      speed: 1,
    },
    clientPerTask: { F: 0.2 * US, D: 0.2 * US, A: 0.2 * US, B: 0.2 * US, X: 0.2 * US },
    turn: Number.POSITIVE_INFINITY,
    submitting: 2,
    hearsOfStarts: true,
  },
  /** rsds of 2020 with its work-stealing: 62 to 79 us per task of a merge with zero workers, 35 of them the client's (2.4). */
  rsds: {
    name: "rsds",
    server: {
      perTurn: 20 * US,
      perMessage: 5 * US,
      perTaskSubmitted: 10 * US,
      perInput: 1 * US,
      perTaskFinished: 10 * US,
      perConsumerFinished: 5 * US,
      perCopy: 1 * US,
      perValue: 20 * US,
    },
    /** It asks every worker what each ready task would cost there (reference 3.5); 40 ns: merge-50K, 24 to 168 zero workers (2.5). */
    scheduler: { perAssignment: 5 * US, perAssignmentAndWorker: 0.04 * US, looksAtAllWorkersFor: "every-task" },
    worker: PYTHON_WORKER,
    clientPerTask: PYTHON_CLIENT,
    turn: 2,
    submitting: Number.POSITIVE_INFINITY,
    hearsOfStarts: false,
  },
  /**
   * Dask's scheduler of that time (reference 2.0) with its work-stealing: with zero workers 250 us per task of a merge
   * more than rsds, some 360 where tasks have inputs (2.4).
   */
  dask: {
    name: "dask",
    server: {
      perTurn: 50 * US,
      perMessage: 40 * US,
      perTaskSubmitted: 120 * US,
      perInput: 5 * US,
      perTaskFinished: 90 * US,
      perConsumerFinished: 120 * US,
      perCopy: 5 * US,
      perValue: 20 * US,
    },
    /** A task without inputs may go to any worker; 0.4 us: merge-50K, 24 to 168 zero workers (reference 2.5). */
    scheduler: {
      perAssignment: 25 * US,
      perAssignmentAndWorker: 0.4 * US,
      looksAtAllWorkersFor: "tasks-without-inputs",
    },
    worker: PYTHON_WORKER,
    clientPerTask: PYTHON_CLIENT,
    turn: 2,
    submitting: Number.POSITIVE_INFINITY,
    hearsOfStarts: false,
  },
} as const satisfies Readonly<Record<string, ServerModel>>;
