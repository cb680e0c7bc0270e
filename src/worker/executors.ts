// The threads that run the tasks of a worker with several cores. A task goes to the executor with the least to do; each
// runs one at a time, and is given more ahead only behind tasks of functions that were short before: together they must
// be done within a slice, since what an executor has cannot be taken back. Pure: ports come in as they are.

import { ANY_TASK, EngineError } from "../base/errors.ts";
import type { Failure } from "../codec/failure.ts";
import { engineFailure } from "../codec/failure.ts";
import type { ShipOptions } from "../codec/ship.ts";
import { shipSized } from "../codec/ship.ts";
import type { ExecutorTask, ExecutorToWorker, LetGo, Outcome, WorkerToExecutor } from "../protocol/executor.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";
import { parseExecutorMessage } from "../protocol/parse.ts";
import type { CallName, FromCall, ToCall } from "../protocol/task-talk.ts";
import type { Port } from "../transport/port.ts";
import type { Supervisor } from "./task-caller.ts";

/** Most tasks that one executor has, the running one included. */
export const AHEAD = 16;
/** Milliseconds that the tasks of an executor may take together if another is to be put behind them. */
const SLICE = 4;
/** What a task is taken to last at least: clocks are coarse. */
const LEAST = 0.02;
/** Stands for the milliseconds of a task that nothing is to be put behind. */
const LONG = 1e9;

export interface ExecutorsListener<Task> {
  /** A task ended; each that was given to `execute` ends once, unless an executor is lost. */
  ended(task: Task, outcome: Outcome): void;
  /** All that arrived in one message has been told. */
  turnEnded(): void;
  /** One of them died; the others have been closed. */
  lost(reason: Error): void;
}

interface Executor<Task> {
  readonly port: Port;
  /** Sent and not ended, in order. */
  readonly given: Given<Task>[];
  /** To be sent by `flush`. */
  draft: Given<Task>[];
  /** Sum of what `given` and `draft` cost; exactly 0 when there are none. */
  load: number;
  /** Outcomes that have come in order: the first of `given` is the call after so many. */
  ended: number;
  /** Calls that were let go of, by number. */
  readonly loose: Map<number, Task>;
}

interface Given<Task> {
  readonly task: Task;
  /** Milliseconds that it is expected to take. */
  readonly cost: number;
}

export class Executors<Task extends ExecutorTask & CallName> {
  readonly #executors: readonly Executor<Task>[];
  /** By function, the recent durations in milliseconds. */
  readonly #durations: number[] = [];
  readonly #encodeFailure: (thrown: unknown) => Failure;
  readonly #loadSupervisor: () => Promise<Supervisor>;
  #supervisor: Supervisor | undefined;
  /** What has come while the supervisor is loaded, in order. */
  #held: (() => void)[] | undefined;
  #listener: ExecutorsListener<Task> | undefined;

  /** @param ports to executors that are ready */
  constructor(
    ports: readonly Port[],
    encodeFailure: (thrown: unknown) => Failure,
    loadSupervisor: () => Promise<Supervisor>,
  ) {
    this.#encodeFailure = encodeFailure;
    this.#executors = ports.map((port) => ({ port, given: [], draft: [], load: 0, ended: 0, loose: new Map() }));
    this.#loadSupervisor = loadSupervisor;
  }

  /** Most tasks that can be given and not ended. */
  get capacity(): number {
    return AHEAD * this.#executors.length;
  }

  /** Whether a task can be given now. */
  get hasRoom(): boolean {
    return this.#findRoom() !== undefined;
  }

  listen(listener: ExecutorsListener<Task>): void {
    this.#listener = listener;
    for (const executor of this.#executors) {
      executor.port.listen({
        message: (value) => this.#onMessage(executor, value),
        closed: (reason) => this.#onLost(executor, reason),
      });
    }
  }

  define(from: number, definitions: readonly FunctionDefinition[]): void {
    const message: WorkerToExecutor = { kind: "define", from, definitions };
    for (const { port } of this.#executors) port.post(message);
  }

  /** Gives a task to an executor; to be called only if there is room. It leaves with `flush`. */
  execute(task: Task): void {
    const executor = this.#findRoom();
    if (executor === undefined) throw invariantBroken("a task was given to executors that have no room");
    const cost = this.#durations[task.fn] ?? LONG;
    executor.draft.push({ task, cost });
    executor.load += cost;
  }

  flush(): void {
    for (const executor of this.#executors) if (executor.draft.length > 0) this.#send(executor);
  }

  /** Something for a call that is supervised, if it has not ended. */
  tellCall(name: CallName, message: ToCall): void {
    const isNamed = ({ task, run }: Task): boolean => task === name.task && run === name.run;
    for (const { port, given, ended, loose } of this.#executors) {
      const at = given.findIndex(({ task }) => isNamed(task));
      const call = at >= 0 ? ended + at + 1 : [...loose].find(([, task]) => isNamed(task))?.[0];
      if (call !== undefined) port.post({ kind: "call", call, message } satisfies WorkerToExecutor);
    }
  }

  /** Ends all threads. */
  close(): void {
    for (const { port } of this.#executors) port.close();
  }

  #findRoom(): Executor<Task> | undefined {
    let best: Executor<Task> | undefined;
    for (const executor of this.#executors) {
      if (executor.load === 0) return executor;
      if (executor.load >= SLICE || executor.given.length + executor.draft.length >= AHEAD) continue;
      if (best === undefined || executor.load < best.load) best = executor;
    }
    return best;
  }

  /** Tasks that bring objects travel alone: within one message the same object would arrive as one for all of them. */
  #send(executor: Executor<Task>): void {
    const { draft } = executor;
    executor.draft = [];
    let together: Given<Task>[] = [];
    for (const given of draft) {
      if (!bringsObjects(given.task)) {
        together.push(given);
        continue;
      }
      this.#post(executor, together);
      together = [];
      const { value, transfer } = shipSized(messageFor([given]), 0, COPIED);
      this.#post(executor, [given], value, transfer);
    }
    this.#post(executor, together);
  }

  #post(
    executor: Executor<Task>,
    given: readonly Given<Task>[],
    message: unknown = messageFor(given),
    transfer?: readonly object[],
  ): void {
    if (given.length === 0) return;
    executor.given.push(...given);
    try {
      executor.port.post(message, transfer);
    } catch (error) {
      const refused = executor.given.splice(-given.length);
      for (const each of refused)
        this.#end(executor, each, { kind: "threw", failure: { ...NOT_SENDABLE, cause: this.#encodeFailure(error) } });
    }
  }

  #onMessage(executor: Executor<Task>, value: unknown): void {
    let message: ExecutorToWorker;
    try {
      message = parseExecutorMessage(value);
    } catch (error) {
      return this.#onLost(executor, error as Error);
    }
    if (this.#held === undefined) this.#onParsed(executor, message);
    else this.#held.push(() => this.#onParsed(executor, message));
  }

  #onParsed(executor: Executor<Task>, message: ExecutorToWorker): void {
    if (message.kind === "call") return this.#onCall(executor, message.call, message.message);
    if (message.kind === "ended-late") this.#onEndedLate(executor, message.call, message.outcome);
    else for (const outcome of message.outcomes) this.#onEnded(executor, outcome);
    this.#listener?.turnEnded();
  }

  #onEnded(executor: Executor<Task>, outcome: Outcome | LetGo): void {
    const given = executor.given.shift();
    if (given === undefined) throw invariantBroken("an executor ended more tasks than it was given");
    executor.ended++;
    if (outcome.kind === "returned") this.#learn(given.task.fn, outcome.isAsync ? LONG : outcome.duration);
    if (outcome.kind === "let-go") executor.loose.set(executor.ended, given.task);
    this.#end(executor, given, outcome);
  }

  #onEndedLate(executor: Executor<Task>, call: number, outcome: Outcome): void {
    const task = executor.loose.get(call);
    executor.loose.delete(call);
    if (task !== undefined) this.#listener?.ended(task, outcome);
  }

  #onCall(executor: Executor<Task>, call: number, message: FromCall): void {
    const task = executor.loose.get(call) ?? executor.given[call - executor.ended - 1]?.task;
    if (task === undefined) return;
    if (this.#supervisor !== undefined) return this.#supervisor.tell(task, message);
    this.#held = [() => this.#supervisor?.tell(task, message)];
    void this.#loadSupervisor().then((supervisor) => {
      const held = this.#held ?? [];
      this.#held = undefined;
      this.#supervisor = supervisor;
      for (const deliver of held) deliver();
    });
  }

  #end(executor: Executor<Task>, { task, cost }: Given<Task>, outcome: Outcome | LetGo): void {
    const isIdle = executor.given.length + executor.draft.length === 0;
    executor.load = isIdle ? 0 : executor.load - cost;
    if (outcome.kind !== "let-go") this.#listener?.ended(task, outcome);
  }

  #learn(fn: number, duration: number): void {
    const known = this.#durations[fn];
    this.#durations[fn] = Math.max(LEAST, known === undefined ? duration : (known + duration) / 2);
  }

  #onLost(executor: Executor<Task>, reason: Error): void {
    this.close();
    const which = `executor ${this.#executors.indexOf(executor) + 1} of ${this.#executors.length}`;
    this.#listener?.lost(new Error(`The worker's ${which} was lost: ${reason.message}`, { cause: reason }));
  }
}

/** The worker keeps what it has: buffers are copied once and the copies moved, shared memory is shared. */
const COPIED: ShipOptions = {
  mayMove: false,
  takeBuffer: (bytes) => new ArrayBuffer(bytes),
  detach: (buffer) => buffer, // nothing is taken over
};

function messageFor(given: readonly Given<ExecutorTask>[]): WorkerToExecutor {
  const tasks = given.map(({ task: { fn, call, value, inputs } }) => ({ fn, call, value, inputs }));
  return { kind: "execute", tasks };
}

/** Whether a task's arguments are more than primitives. */
function bringsObjects({ value, inputs }: ExecutorTask): boolean {
  return !(isPlain(value) && inputs.every(isPrimitive));
}

const isPlain = (value: unknown): boolean => isPrimitive(value) || (Array.isArray(value) && value.every(isPrimitive));

const isPrimitive = (value: unknown): boolean => typeof value !== "object" || value === null;

const NOT_SENDABLE = engineFailure(
  "not-cloneable",
  `Cannot send the arguments of ${ANY_TASK} to an executor: they cannot be cloned, must be where a worker has several cores`,
  { key: ANY_TASK, path: "args" },
);

const invariantBroken = (story: string): EngineError<"invariant-broken"> =>
  new EngineError("invariant-broken", `Cannot go on: ${story}`, { story });
