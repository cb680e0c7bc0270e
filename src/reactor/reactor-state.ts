// Everything the reactor remembers. The functions of this folder change it; the machine owns it.

import { IntList } from "../base/int-list.ts";
import type { Submission } from "../protocol/client-to-reactor.ts";
import type { ReactorToClient } from "../protocol/reactor-to-client.ts";
import type { ReactorEvent } from "./events.ts";
import { Gathers } from "./gathers.ts";
import type { Instruction } from "./instructions.ts";
import { SchedulerFacts } from "./scheduler-facts.ts";
import { Tasks } from "./tasks.ts";
import { WatchedRuns } from "./watched-runs.ts";
import type { WorkerRecord } from "./workers.ts";
import { Workers } from "./workers.ts";

/** A submission whose tasks are not all added yet. Its tasks are not released before: consumers may still come. */
export interface OpenSubmission {
  readonly submission: Submission;
  /** The b-level of each task. */
  readonly levels: Int32Array;
  /** The row of each task added so far. */
  readonly rows: Int32Array;
  added: number;
  nextValue: number;
  nextWant: number;
  nextTransfer: number;
  nextRefused: number;
  nextTerms: number;
}

/** What is remembered of a submission while rows of it are in use. */
export interface SubmissionRecord {
  /** What the priorities of its tasks begin with. */
  readonly priorityBase: number;
  rows: number;
}

export class ReactorState {
  readonly tasks = new Tasks();
  readonly workers = new Workers();
  readonly facts = new SchedulerFacts();
  readonly gathers = new Gathers();
  readonly watched = new WatchedRuns();
  /** Rows of the futures that clients hold. */
  readonly futures = new Map<number, number>();
  /** For each submission with rows in use: what its tasks' priorities begin with, and how many rows. */
  readonly submissions = new Map<number, SubmissionRecord>();
  /** The one asked for last: most tasks ask for the same as the task before. */
  #recent: { readonly submission: number; readonly record: SubmissionRecord } | undefined;
  open: OpenSubmission | undefined;
  /** Tasks that may have become unneeded; looked at in `release.ts`, a bounded number at a time. */
  readonly unneeded = new IntList();
  /** Counts submissions: earlier ones run first. */
  generation = 0;
  /** Futures that got a result in this turn. */
  readonly finishedFutures = new IntList();
  /** By task, the attempt that was called with a context, while it runs. */
  readonly contexts = new Map<number, number>();
  /** What running tasks have said to the client in this turn. */
  contextMessages: ReactorToClient[] = [];
  /** Other messages of this turn to the client. */
  clientMessages: ReactorToClient[] = [];
  /** Instructions of this turn that are not messages. */
  instructions: Instruction[] = [];
  /** Workers that are being retired. */
  readonly leavers = new Set<WorkerRecord>();
  /** Answers that a request to all workers still waits for. */
  readonly runs = new Map<number, Set<number>>();
  /** How the worker was lost that was lost last. */
  lastLoss: (ReactorEvent & { readonly kind: "worker-lost" }) | undefined;
  /** How often a task may lose its worker before it fails. */
  readonly allowedFailures: number;
  /** Milliseconds within which what is to end must. */
  readonly graceTime: number;

  constructor(allowedFailures: number, graceTime: number) {
    this.allowedFailures = allowedFailures;
    this.graceTime = graceTime;
  }

  /** The record of a task's submission; there is one while the task's row is in use. Hot path (B1). */
  submissionOf(task: number): SubmissionRecord | undefined {
    const submission = this.tasks.columns.submission[task] as number;
    if (this.#recent?.submission === submission) return this.#recent.record;
    const record = this.submissions.get(submission);
    this.#recent = record && { submission, record };
    return record;
  }

  forgetSubmission(submission: number): void {
    this.submissions.delete(submission);
    this.#recent = undefined;
  }
}
