// The tasks that speak while they run, from when they begin to when they end. What concerns tasks of theirs is a part of
// its own.
import type { TaskKey } from "../base/ids.ts";
import { findUncloneable, pathByTrying } from "../codec/uncloneable.ts";
import type { ClientToReactor } from "../protocol/client-to-reactor.ts";
import type { ReactorToClient } from "../protocol/reactor-to-client.ts";
import type { ToTask } from "../protocol/task-talk.ts";
import type { Future } from "./future.ts";
import type { OwnTasks, OwnTasksHost } from "./own-tasks.ts";
import type { RunningTask } from "./running-task.ts";

type Context = ReactorToClient & { readonly kind: "context" };

/** What is needed of the client, */
export interface TalkClient extends Pick<OwnTasksHost, "submit"> {
  readonly keys: { keyAt(place: { readonly submission: number; readonly index: number }): TaskKey };
}

/** and what it was made with. */
export interface TalkOptions {
  readonly functions: Pick<OwnTasksHost, "adopt">;
  send(message: ClientToReactor): void;
  /** Absent: messages are sent as they are. @throws if a value cannot be cloned */
  clone?(value: unknown): unknown;
  /** Absent: tasks cannot have tasks. */
  loadOwnTasks?(): Promise<typeof import("./own-tasks.ts")>;
}

export class TaskTalks {
  readonly #client: TalkClient;
  readonly #options: TalkOptions;
  /** By task as the reactor counts it. */
  readonly #running = new Map<number, RunningTask>();
  #own: Promise<OwnTasks> | undefined;

  constructor(client: TalkClient, options: TalkOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** A task says something; `future` is its, if it is pending. */
  hear(message: Context, future: Future | undefined): void {
    const { task, run, body } = message;
    if (body.kind === "began") return this.#begin(message, future);
    const running = this.#running.get(task);
    if (running?.run !== run) return;
    switch (body.kind) {
      case "progress":
        return running.talk?.report({ fraction: body.fraction, message: body.message });
      case "message":
        return running.talk?.messages.push(body.value);
      case "key-wanted":
        return running.tell({ kind: "key", key: this.#client.keys.keyAt(message) });
      case "ended":
        return this.#end(task, running);
      default:
        this.#own ??= this.#loadOwn();
        void this.#own?.then((own) => own.hear(running, body));
    }
  }

  /** A message to a task as it is now. @throws {TypeError} naming the path of what cannot be cloned */
  copy(message: unknown): unknown {
    const { clone } = this.#options;
    try {
      return clone === undefined ? message : clone(message);
    } catch (cause) {
      const path = findUncloneable(message) ?? pathByTrying(message, (value) => clone?.(value));
      throw new TypeError(`Cannot send a message: message${path} cannot be cloned, must be plain data`, { cause });
    }
  }

  /** A worker is gone, and with it what ran there. */
  loseWorker(worker: number): void {
    for (const [task, running] of this.#running) if (running.worker === worker) this.#end(task, running);
  }

  #begin({ worker, task, run }: Context, future: Future | undefined): void {
    const before = this.#running.get(task);
    if (before !== undefined) this.#end(task, before);
    const tell = (body: ToTask): void => this.#options.send({ kind: "context", worker, task, run, body });
    const priority = future?.draft?.priority ?? 0;
    this.#running.set(task, { worker, run, priority, talk: future?.talk, tell });
    future?.talk.begin(tell);
  }

  #loadOwn(): Promise<OwnTasks> | undefined {
    const { functions, loadOwnTasks } = this.#options;
    const submit: OwnTasksHost["submit"] = (...call) => this.#client.submit(...call);
    return loadOwnTasks?.().then((part) => new part.OwnTasks({ submit, adopt: (fn) => functions.adopt(fn) }));
  }

  #end(task: number, running: RunningTask): void {
    this.#running.delete(task);
    void this.#own?.then((own) => own.release(running));
  }
}
