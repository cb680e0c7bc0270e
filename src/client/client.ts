// What users of a cluster do, turned into messages. Everything asked for in one turn of the event loop travels together:
// tasks as one graph, results as one request. Each pending promise belongs to a request that `close` ends.
import { unreachable } from "../base/assert.ts";
import { EngineError } from "../base/errors.ts";
import type { TaskKey } from "../base/ids.ts";
import { IntList } from "../base/int-list.ts";
import { sizeOf } from "../codec/size.ts";
import { TransferMark } from "../codec/transfer.ts";
import { packCall } from "../graph/call.ts";
import { sinks } from "../graph/levels.ts";
import type { TaskFunction, TaskGraph } from "../graph/task-graph.ts";
import type { ReactorToClient } from "../protocol/reactor-to-client.ts";
import { AbortableFutures } from "./abortable-futures.ts";
import { allEnded } from "./all-ended.ts";
import { formOf } from "./arguments.ts";
import { Cancellations, cancelledTask } from "./cancellations.ts";
import type { Delayed } from "./delayed.ts";
import { drawGraph } from "./delayed.ts";
import { dependencyError, errorOf } from "./failures.ts";
import type { FunctionTable } from "./function-table.ts";
import type { FutureOwner } from "./future.ts";
import { Future } from "./future.ts";
import type { FutureRemains } from "./future-remains.ts";
import { remainsOf } from "./future-remains.ts";
import { ManyResults, OpenGathers, SingleResults } from "./gathers.ts";
import type { GatherOptions, ScatterOptions, TaskOptions } from "./options.ts";
import { checkOutputs, foreign, refuseFutures, refuseUncloneable } from "./refusals.ts";
import { OpenRuns } from "./runs.ts";
import { SubmissionDraft } from "./submission.ts";
import { TaskKeys } from "./task-keys.ts";
import type { TalkOptions } from "./task-talks.ts";
import { TaskTalks } from "./task-talks.ts";
import { checkPriority, isSupervised, termsOf } from "./terms.ts";

export interface ClientOptions extends TalkOptions {
  readonly functions: FunctionTable;
}

export class Client implements FutureOwner {
  readonly #options: ClientOptions;
  /** Futures that are pending; others are known to their owners alone. */
  readonly #pending = new Map<number, Future>();
  /** The names of tasks. */
  readonly keys: TaskKeys;
  /** The tasks that speak while they run. */
  readonly talks: TaskTalks;
  readonly #watchers = new Map<number, Set<() => void>>();
  readonly #gathers = new OpenGathers();
  readonly #runs = new OpenRuns();
  readonly #collected = new FinalizationRegistry<FutureRemains>((remains) => this.#forget(remains));
  readonly #cancellations = new Cancellations();
  readonly #abortable = new AbortableFutures((futures, reason) => this.cancel(futures, reason));
  #draft: SubmissionDraft | undefined;
  #singles: SingleResults | undefined;
  #released = new IntList(16);
  #isFlushDue = false;
  #nextFuture = 0;
  #nextDraft = 0;
  #closed: EngineError<"closed"> | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.keys = new TaskKeys((fn) => options.functions.nameOf(fn));
    this.talks = new TaskTalks(this, options);
  }

  submit(fn: TaskFunction, args: readonly unknown[], options: TaskOptions = {}): Future {
    this.#checkOpen("submit a task");
    const index = this.#intern(fn, options);
    const terms = termsOf(options);
    if (options.key !== undefined) this.keys.check(options.key);
    const draft = this.#draftOf(options.priority ?? 0);
    const { call, inputs, value, buffers } = formOf(args, isFuture);
    const places = inputs.map((input) => draft.inputOf(this.#owned(input)));
    const task = draft.graph.addCall(packCall(index, call), places, value);
    if (buffers.length > 0) draft.transfers.push({ index: task, buffers });
    if (terms !== undefined) draft.ask(task, task + 1, terms);
    const future = this.#want(draft, task, options.key);
    if (options.signal !== undefined) this.#abortable.add(options.signal, [future]);
    return future;
  }

  map(fn: TaskFunction, columns: readonly (readonly unknown[])[], options: TaskOptions = {}): Future[] {
    const count = Math.min(...columns.map((column) => column.length));
    const futures: Future[] = new Array(count);
    for (let i = 0; i < count; i++) {
      const args = columns.map((column) => column[i]);
      futures[i] = this.submit(
        fn,
        args,
        options.key === undefined ? options : { ...options, key: `${options.key}-${i}` },
      );
    }
    return futures;
  }

  /** Futures of `outputs` (default: the tasks whose result no other takes). */
  computeGraph(graph: TaskGraph, outputs?: readonly number[], options: TaskOptions = {}): Future[] {
    this.#checkOpen("compute a graph");
    const wanted = outputs ?? sinks(graph.columns());
    checkOutputs(graph, wanted);
    return this.#submitGraph({ graph, externals: [], outputs: wanted, transfers: [] }, options);
  }

  computeDelayed(roots: readonly Delayed[], options: TaskOptions = {}): Future[] {
    this.#checkOpen("compute a graph");
    return this.#submitGraph(drawGraph(roots), options);
  }

  /** Puts values on workers, each on one, in turn, or each on all. @throws {TypeError} naming the path of what cannot be cloned */
  scatter(data: readonly unknown[], { broadcast = false }: ScatterOptions = {}): Future[] {
    this.#checkOpen("scatter data");
    const values = data.map((value) => (value instanceof TransferMark ? value.value : value));
    refuseFutures("scatter data", "data", values);
    values.forEach((value, i) => refuseUncloneable("scatter data", `data[${i}]`, value));
    this.#flush();
    const futures = values.map(() => this.#newFuture(undefined, 0));
    this.#options.send({
      kind: "scatter",
      futures: Int32Array.from(futures, (future) => future.id),
      values,
      bytes: Float64Array.from(values, (value) => sizeOf(value)),
      broadcast,
    });
    return futures;
  }

  gather(futures: readonly Future[], { release = false }: GatherOptions = {}): Promise<unknown[]> {
    return release ? this.#gatherAndRelease(futures) : this.#gather(futures, false);
  }

  async #gatherAndRelease(futures: readonly Future[]): Promise<unknown[]> {
    await allEnded(futures, (future, settled) => this.watch(future, settled)); // nothing is given up before all of it is there
    const values = await this.#gather(futures, new Set(futures).size === futures.length);
    for (const future of futures) future.release();
    return values;
  }

  #gather(futures: readonly Future[], isReleasing: boolean): Promise<unknown[]> {
    for (const future of futures) {
      if (future.status === "failed" || future.status === "released") return future.result() as Promise<never>;
      this.#owned(future);
    }
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    const request = new ManyResults(futures);
    if (futures.length > 0) this.#request(request, isReleasing);
    return request.values;
  }

  /** Calls `fn` on every worker; results by worker. */
  run(fn: TaskFunction, args: readonly unknown[]): Promise<ReadonlyMap<number, unknown>> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    refuseFutures("run a function", "args", args);
    refuseUncloneable("run a function", "args", args);
    const index = this.#options.functions.intern(fn);
    this.#flush();
    const { request, results } = this.#runs.open(this.#options.functions.nameOf(index));
    this.#options.send({ kind: "run", request, fn: index, args });
    return results;
  }

  /** Calls back once when a future is no longer pending; returns how to stop listening. */
  watch(future: Future, settled: () => void): () => void {
    if (!future.isOwnedBy(this)) throw foreign(future);
    if (future.status !== "pending") {
      void Promise.resolve().then(settled);
      return () => {};
    }
    const watchers = this.#watchers.get(future.id) ?? new Set();
    this.#watchers.set(future.id, watchers.add(settled));
    return () => watchers.delete(settled);
  }

  /** Whether nobody waits for anything. */
  get isIdle(): boolean {
    return this.#pending.size === 0 && this.#gathers.isEmpty && this.#runs.isEmpty && this.#singles === undefined;
  }

  keyOf(future: Future): TaskKey {
    return this.keys.keyOf(future);
  }

  gatherOne(future: Future): Promise<unknown> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    this.#singles ??= new SingleResults();
    this.#flushLater();
    return this.#singles.add(future);
  }

  /** Ends those of the tasks that are not done, and what needs their results. */
  cancel(futures: readonly Future[], reason: unknown): void {
    for (const future of futures) if (!future.isOwnedBy(this)) throw foreign(future);
    const pending = futures.filter(({ id }) => this.#pending.has(id));
    this.#cancellations.add(pending, reason);
    for (const future of pending) {
      future.settle("failed", () => cancelledTask(this.keyOf(future), reason));
      this.#settled(future);
    }
    this.#flushLater();
  }

  release(future: Future): void {
    this.#collected.unregister(future);
    this.#forget(remainsOf(future));
    this.#settled(future);
  }

  receive(messages: readonly ReactorToClient[]): void {
    for (const message of messages) {
      switch (message.kind) {
        case "finished":
          for (const id of message.futures) this.#onFinished(id);
          break;
        case "failed":
          this.#onFailed(message);
          break;
        case "context":
          this.talks.hear(message, this.#pending.get(message.future));
          break;
        case "values":
          this.#gathers.receive(message);
          break;
        case "slice":
          this.#gathers.addSlice(message.request, message.position, message.index, message.items);
          break;
        case "ran":
          this.#runs.answer(message);
          break;
        default:
          unreachable(message);
      }
    }
  }

  /** Settles everything that is pending with `error`; later calls fail with it. */
  close(error: EngineError<"closed">): void {
    if (this.#closed !== undefined) return;
    this.#closed = error;
    const singles = this.#singles;
    this.#singles = undefined;
    singles?.futures.forEach((_, position) => singles.refuse(position, error));
    this.#gathers.refuseAll(error);
    this.#runs.refuseAll(error);
    for (const future of [...this.#pending.values()]) {
      future.settle("failed", () => error);
      this.#settled(future);
    }
  }

  #draftOf(priority: number): SubmissionDraft {
    if (this.#draft?.priority === priority) return this.#draft;
    checkPriority(priority);
    this.#flush();
    this.#draft = new SubmissionDraft(this.#nextDraft++, priority);
    this.#flushLater();
    return this.#draft;
  }

  #submitGraph(drawn: ReturnType<typeof drawGraph>, options: TaskOptions): Future[] {
    const { graph, externals, outputs, transfers } = drawn;
    const functions = Int32Array.from(graph.functions, (fn) => this.#intern(fn, options));
    const terms = termsOf(options);
    this.#draftOf(options.priority ?? 0);
    this.#flush();
    const draft = new SubmissionDraft(this.#nextDraft++, options.priority ?? 0, graph, functions);
    for (const future of externals) draft.inputOf(this.#owned(future));
    draft.transfers.push(...transfers);
    if (terms !== undefined) draft.ask(0, graph.count, terms);
    const futureOf = new Map<number, Future>();
    for (const index of [...new Set(outputs)].sort((a, b) => a - b)) {
      const key = options.key === undefined || outputs.length === 1 ? options.key : `${options.key}-${index}`;
      if (key !== undefined) this.keys.check(key);
      futureOf.set(index, this.#want(draft, index, key));
    }
    this.#send(draft);
    if (options.signal !== undefined) this.#abortable.add(options.signal, [...futureOf.values()]);
    return outputs.map((index) => futureOf.get(index) as Future);
  }

  #want(draft: SubmissionDraft, index: number, key: TaskKey | undefined): Future {
    if (key !== undefined) draft.setKey(index, key);
    const future = this.#newFuture(draft, index);
    draft.want(index, future.id);
    if (key !== undefined) this.keys.name(key, future);
    return future;
  }

  #newFuture(draft: SubmissionDraft | undefined, index: number): Future {
    const future = new Future(this, this.#nextFuture++, draft, index);
    this.#pending.set(future.id, future);
    this.#collected.register(future, remainsOf(future), future);
    if (draft !== undefined) this.keys.hold(draft);
    return future;
  }

  #intern(fn: TaskFunction, options: TaskOptions): number {
    const { functions } = this.#options;
    const index = functions.intern(fn);
    return isSupervised(options) ? functions.supervise(index) : index;
  }

  #flushLater(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    void Promise.resolve().then(() => this.#flush());
  }

  /** Sends what has gathered, in the order in which it must be known. */
  #flush(): void {
    this.#isFlushDue = false;
    if (this.#closed !== undefined) return;
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft !== undefined && draft.graph.count > 0) this.#send(draft);
    else this.#sendFunctions();
    const singles = this.#singles;
    this.#singles = undefined;
    if (singles !== undefined) this.#request(singles);
    for (const message of this.#cancellations.take()) this.#options.send(message);
    if (this.#released.length > 0) this.#options.send({ kind: "release", futures: this.#released.take() });
  }

  #send(draft: SubmissionDraft): void {
    this.#sendFunctions();
    this.#options.send(draft.message());
  }

  #sendFunctions(): void {
    const functions = this.#options.functions.takeNew();
    if (functions !== undefined) this.#options.send({ kind: "functions", ...functions });
  }

  #request(gather: SingleResults | ManyResults, isReleasing = false): void {
    if (this.#draft !== undefined) this.#flush();
    const futures = Int32Array.from(gather.futures, (future) => future.id);
    this.#options.send({ kind: "gather", request: this.#gathers.open(gather), futures, isReleasing });
  }

  #forget({ id, draft, key }: FutureRemains): void {
    this.#pending.delete(id);
    this.#abortable.delete(id);
    this.keys.letGo(draft, key);
    this.#released.push(id);
    this.#flushLater();
  }

  #settled(future: Future): void {
    this.#pending.delete(future.id);
    this.#abortable.delete(future.id);
    const watchers = this.#watchers.get(future.id);
    if (watchers === undefined) return;
    this.#watchers.delete(future.id);
    for (const settled of watchers) settled();
  }

  #onFinished(id: number): void {
    const future = this.#pending.get(id);
    if (future === undefined) return;
    future.settle("finished");
    this.#settled(future);
  }

  #onFailed({ future: id, failure, submission, index }: ReactorToClient & { kind: "failed" }): void {
    const future = this.#pending.get(id);
    if (future === undefined) return;
    const key = this.keyOf(future);
    const root = this.keys.keyAt({ submission, index });
    // One failure may be that of many thousand futures: the error of each is made when somebody asks for it.
    future.settle("failed", () => (root === key ? errorOf(failure, key) : dependencyError(failure, key, root)));
    this.#settled(future);
  }

  #owned(future: Future): Future {
    if (!future.isOwnedBy(this)) throw foreign(future);
    if (future.status !== "released") return future;
    throw new TypeError(`Cannot use future "${future.key}": it was released, must be held`);
  }

  #checkOpen(action: string): void {
    if (this.#closed === undefined) return;
    const { details } = this.#closed;
    throw new EngineError("closed", `Cannot ${action}: the cluster is closed`, details, { cause: this.#closed });
  }
}

const isFuture = (value: unknown): value is Future => value instanceof Future;
