// What an engine costs: its server, its client and the workers' own part, in virtual milliseconds. All numbers are
// properties of an engine, none of a graph.
import type { Api } from "../graphs/table.ts";

/** The server is one thing that does one thing at a time. */
export interface ServerCosts {
  /** Per turn: events, then decisions, then messages. */
  readonly perTurn: number;
  /** Per message received from a worker, or sent to one. */
  readonly perMessage: number;
  readonly perTaskSubmitted: number;
  /** Per arc of a graph submitted. */
  readonly perInput: number;
  readonly perTaskFinished: number;
  /** Per task finished that has inputs, beside: they are looked at, and perhaps released. */
  readonly perConsumerFinished: number;
  /** Per copy of a result of which a worker tells. */
  readonly perCopy: number;
  /** Per result that passes on its way to the client. */
  readonly perValue: number;
}

export interface SchedulerCosts {
  /** Per decision on a task. */
  readonly perAssignment: number;
  /** Per decision and worker, if the scheduler looks at each of them ... */
  readonly perAssignmentAndWorker: number;
  /** ... for which tasks. */
  readonly looksAtAllWorkersFor: "no-task" | "tasks-without-inputs" | "every-task";
}

export interface WorkerCosts {
  /** Per task, beside its function. */
  readonly perTask: number;
  /** Per message received or sent. */
  readonly perMessage: number;
  /** Per result fetched, for the worker that gets it. */
  readonly perFetched: number;
  /** Per result fetched, for the worker that has it. */
  readonly perServed: number;
  /** Per other worker that is asked for the first time. */
  readonly perPeer: number;
  /** Whether a worker of one core runs tasks in the thread that answers messages: then these wait for the task. */
  readonly isOneThread: boolean;
  /** For how long short tasks run before what happened is told: only where the thread is one. */
  readonly slice: number;
  /** A task of `milliseconds` takes `milliseconds / speed`. */
  readonly speed: number;
}

export interface ServerModel {
  readonly name: string;
  readonly server: ServerCosts;
  readonly scheduler: SchedulerCosts;
  readonly worker: WorkerCosts;
  /** Per task, by collection: until the whole graph has been optimised, packed and sent. Nothing else happens meanwhile. */
  readonly clientPerTask: Readonly<Record<Api, number>>;
  /** What a turn does at most before its messages leave; what is left waits for the next. */
  readonly turn: number;
  /** What of a turn goes to new tasks at most; Infinity: a graph is taken in at once. */
  readonly submitting: number;
  /** Whether workers tell that a long task has begun, so that nobody tries to move it. */
  readonly hearsOfStarts: boolean;
}
