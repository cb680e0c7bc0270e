// The composition root: options become ports, workers, a reactor and a client. What users hold.
import "../base/disposable.ts";
import { platform } from "#platform";
import { EngineError } from "../base/errors.ts";
import type { TaskKey } from "../base/ids.ts";
import type { Actor, ServedClass } from "../client/actor.ts";
import { asCompleted } from "../client/as-completed.ts";
import { Client } from "../client/client.ts";
import { Delayed } from "../client/delayed.ts";
import { FunctionTable } from "../client/function-table.ts";
import type { Future } from "../client/future.ts";
import type { GatherOptions, ScatterOptions, TaskOptions } from "../client/options.ts";
import { nameServed } from "../client/served-tasks.ts";
import type { DeferredArgs, TaskCalls } from "../client/types.ts";
import type { PlainFunction, TaskFunction, TaskGraph } from "../graph/task-graph.ts";
import type { WorkerMemory } from "../protocol/memory-report.ts";
import type { TaskExplanation, TaskPlace } from "../reactor/explain.ts";
import type { Trace } from "../trace/trace.ts";
import type { ClusterEngine } from "./cluster-engine.ts";
import type { ClusterEvents } from "./events.ts";
import type { EngineInfo } from "./info.ts";
import { loadScheduler } from "./load-scheduler.ts";
import type { Choices, ClusterOptions } from "./options.ts";
import { chooseOptions } from "./options.ts";

/** A function that tasks can name: a plain one, or an export of a module at an absolute URL. */
export type Submittable<Args extends readonly unknown[], Result> =
  | ((...args: Args) => Result)
  | ModuleTask<Args, Result>;

/** An export of a module that workers import; see `moduleTask`. */
export interface ModuleTask<Args extends readonly unknown[] = readonly unknown[], Result = unknown> {
  readonly kind: "module";
  readonly url: string;
  readonly name: string;
  /** Gives the types their meaning; there is no such property. */
  readonly signature?: (...args: Args) => Result;
}

/** A class that actors can be made of: a plain one, one that the workers serve, or an export of a module. */
export type ActorClass<Args extends readonly unknown[], Instance> =
  | (new (
      ...args: Args
    ) => Instance)
  | ServedClass<Args, Instance>
  | ModuleTask<Args, Instance>;

/** What a cluster is and who works in it. */
export interface ClusterInfo extends EngineInfo {
  /** Seed of the scheduler's random choices. */
  readonly seed: number;
}

/** A task with its key, its state, and what it waits for. */
export interface Explanation extends Omit<TaskExplanation, "waitsFor" | "failedBecauseOf"> {
  readonly key: TaskKey;
  readonly waitsFor: readonly TaskKey[];
  readonly failedBecauseOf: TaskKey | undefined;
}

/** A cluster of workers. `Tasks` is the type of the module that the workers serve. */
export class Cluster<Tasks = Readonly<Record<string, never>>> {
  /** The functions that the workers serve: `cluster.tasks.inc(1)`. */
  readonly tasks: TaskCalls<Tasks>;
  readonly events: ClusterEvents;
  readonly #engine: ClusterEngine;
  readonly #client: Client;
  readonly #seed: number;
  readonly #options: TaskOptions;

  private constructor(engine: ClusterEngine, client: Client, seed: number, options: TaskOptions) {
    this.#engine = engine;
    this.#client = client;
    this.#seed = seed;
    this.#options = options;
    this.events = engine.events;
    this.tasks = taskCalls(client, options) as TaskCalls<Tasks>;
  }

  /**
   * Starts workers and waits until they are ready.
   * @throws {EngineError} boot-failed, naming the worker's URL, the phase that failed and the cure
   */
  static async create<Tasks = Readonly<Record<string, never>>>(options: ClusterOptions = {}): Promise<Cluster<Tasks>> {
    const choices = chooseOptions(options, platform, () => Math.floor(Math.random() * 2 ** 32));
    const [engine, plain, life] = await Promise.all([
      loadEngine(choices),
      choices.allowSource ? import("../client/plain-functions.ts") : undefined,
      platform.isPage === true ? import("./page-life.ts") : undefined,
    ]);
    try {
      life?.admitThreads(engine, choices);
      await engine.start();
    } catch (error) {
      life?.dismissThreads(engine);
      engine.end();
      await engine.removeScratch();
      throw error;
    }
    const client = new Client({
      functions: new FunctionTable({
        describe: plain && ((fn, name) => plain.describePlain(fn, name, (each) => engine.globals.has(each))),
        served: engine.served,
        onPlain: (source, fn) => engine.rememberPlain(source, fn),
      }),
      send: (message) => engine.fromClient(message),
      clone: (value) => structuredClone(value),
      loadOwnTasks: () => import("../client/own-tasks.ts"),
    });
    engine.events.subscribe((event) => {
      if (event.kind === "worker-lost") client.talks.loseWorker(event.worker);
    });
    engine.attach(client);
    life?.watchPage(engine);
    return new Cluster<Tasks>(engine, client, choices.seed, {});
  }

  /**
   * The cluster that all of a page (or process) share: the first call creates it, with its options; so does the first
   * after it was closed or could not be created.
   */
  static shared(options: ClusterOptions = {}): Promise<Cluster> {
    shared ??= Cluster.create(options).then(
      (cluster) => {
        cluster.events.subscribe(({ kind }) => {
          if (kind === "closed") shared = undefined;
        });
        return cluster;
      },
      (error: unknown) => {
        shared = undefined;
        throw error;
      },
    );
    return shared;
  }

  /** The same cluster with choices for the tasks that are submitted through it. */
  with(options: TaskOptions): Cluster<Tasks> {
    return new Cluster<Tasks>(this.#engine, this.#client, this.#seed, { ...this.#options, ...options });
  }

  /**
   * Calls a function on a worker. Futures may stand anywhere in the arguments. Other arguments are read when the task is
   * sent, and again if it must be computed anew: they must not be changed while the future is held.
   * @throws {TypeError} if the function cannot be sent, or a future was released or is another cluster's
   * @throws {RangeError} if the key is taken or the priority is not from -100 to 100; {EngineError} closed
   */
  submit<Args extends readonly unknown[], Result>(
    fn: Submittable<Args, Result>,
    ...args: DeferredArgs<Args>
  ): Future<Awaited<Result>> {
    return this.#client.submit(fn as TaskFunction, args, this.#options) as Future<Awaited<Result>>;
  }

  /** Calls a function for each item, or for the items of several lists at each place, as far as the shortest goes. */
  map<Args extends readonly unknown[], Result>(
    fn: Submittable<Args, Result>,
    ...lists: { readonly [I in keyof Args]: Iterable<DeferredArgs<Args>[I]> }
  ): Future<Awaited<Result>>[] {
    if (lists.length === 0) throw new TypeError("Cannot map: no list is given, must be at least one");
    const columns = lists.map((list) => (Array.isArray(list) ? list : [...(list as Iterable<unknown>)]));
    return this.#client.map(fn as TaskFunction, columns, this.#options) as Future<Awaited<Result>>[];
  }

  /** Computes delayed calls, or a graph: futures of `outputs`, by default of the tasks whose result no other takes. */
  compute<T>(call: Delayed<T>): Future<T>;
  compute<T>(calls: readonly Delayed<T>[]): Future<T>[];
  compute(graph: TaskGraph, outputs?: readonly number[]): Future[];
  compute(what: Delayed | readonly Delayed[] | TaskGraph, outputs?: readonly number[]): Future | Future[] {
    if (what instanceof Delayed) return this.#client.computeDelayed([what], this.#options)[0] as Future;
    if (isList(what)) return this.#client.computeDelayed(what, this.#options);
    return this.#client.computeGraph(what, outputs, this.#options);
  }

  /**
   * Puts values on workers, each on one, in turn; with `broadcast` each on every worker that is there, so that no task
   * need fetch it. @throws {TypeError} if a value cannot be cloned
   */
  scatter<T>(values: Iterable<T>, options: ScatterOptions = {}): Future<T>[] {
    return this.#client.scatter([...values], options) as Future<T>[];
  }

  /**
   * The results of many futures, in their order; the first failure rejects. With `release` the futures are released with
   * it: results that nobody else needs are moved to this thread instead of copied.
   */
  gather<T>(futures: Iterable<Future<T>>, options: GatherOptions = {}): Promise<T[]> {
    return this.#client.gather([...futures], options) as Promise<T[]>;
  }

  /** Cancels tasks as `Future.cancel` does, all at once. */
  cancel(futures: Iterable<Future>, reason?: unknown): void {
    this.#client.cancel([...futures], reason);
  }

  /** Calls a function on every worker, at once and outside of scheduling; results by worker. */
  run<Args extends readonly unknown[], Result>(
    fn: Submittable<Args, Result>,
    ...args: Args
  ): Promise<ReadonlyMap<number, Awaited<Result>>> {
    return this.#client.run(fn as TaskFunction, args) as Promise<ReadonlyMap<number, Awaited<Result>>>;
  }

  /**
   * Makes one instance of a class on one worker, the one with the fewest actors. Its methods are called there over a port
   * of its own, past reactor and scheduler, on the worker's thread between tasks. It is lost with its worker, and is not
   * made again. The class comes as functions do: from `cluster.tasks`, by `moduleTask`, or as it is.
   * @throws {TypeError} (the promise rejects) if the class cannot be sent; what its constructor threw;
   * {EngineError} worker-lost, closed, not-cloneable, source-blocked, module-failed
   */
  async actor<Args extends readonly unknown[], Instance>(
    Class: ActorClass<Args, Instance>,
    ...args: Args
  ): Promise<Actor<Instance>> {
    const { createActor } = await import("./actors.ts");
    return (await createActor(this.#engine, Class, args)) as Actor<Instance>;
  }

  /** Yields futures as they end, failed ones too. */
  asCompleted<T>(futures: Iterable<Future<T>>): AsyncGenerator<Future<T>, void> {
    return asCompleted(this.#client, futures);
  }

  /**
   * Changes the number of workers. Workers that leave hand their results on first.
   * @throws {RangeError} outside 1 to 2048; {EngineError} closed, or boot-failed if a worker does not come up
   */
  scale(workers: number): Promise<void> {
    return this.#engine.scale(workers);
  }

  /**
   * Replaces a worker, or each of them in turn, by a new one, which takes its results over: what a worker's memory has
   * grown by (wasm memory never shrinks) is given back. Actors on it are lost.
   * @throws {RangeError} if there is no such worker; {EngineError} closed, or boot-failed if the new one does not come up
   */
  recycle(worker?: number): Promise<void> {
    return this.#engine.recycle(worker);
  }

  get info(): ClusterInfo {
    return { ...this.#engine.info, seed: this.#seed };
  }

  /** What is known of a task, above all why it is not running; undefined if the cluster knows no such task. */
  async explain(task: TaskKey | Future): Promise<Explanation | undefined> {
    const key = typeof task === "string" ? task : task.key;
    const place = this.#client.keys.find(key);
    const found = place && (await this.#engine.explain(place));
    if (found === undefined) return undefined;
    const nameOf = (other: TaskPlace): TaskKey => this.#client.keys.keyAt(other);
    const { waitsFor, failedBecauseOf, ...rest } = found;
    return {
      key,
      ...rest,
      waitsFor: waitsFor.map(nameOf),
      failedBecauseOf: failedBecauseOf && nameOf(failedBecauseOf),
    };
  }

  /** What each worker tells of its memory: what is in it, what is stored, and how results have travelled. */
  memory(): Promise<ReadonlyMap<number, WorkerMemory>> {
    return this.#engine.memory();
  }

  /**
   * What has happened so far, since the cluster was created or as far back as the trace goes.
   * @throws {TypeError} (the promise rejects) unless the cluster was created with `trace: true`
   */
  async trace(): Promise<Trace> {
    return (await import("./tracing.ts")).takeTrace(await this.#engine.takeTrace(), this.info, platform);
  }

  /**
   * What has happened so far as a page to look at: one HTML file that needs nothing else, as text.
   * @throws {TypeError} (the promise rejects) unless the cluster was created with `trace: true`
   */
  async report(): Promise<string> {
    const [trace, { drawReport }] = await Promise.all([this.trace(), import("../trace/report.ts")]);
    return drawReport(trace);
  }

  /** Ends all workers, settles every future that is pending, and removes what was stored. Safe to call twice. */
  async close(): Promise<void> {
    this.#engine.close(
      new EngineError("closed", "Cannot finish: the cluster is closed", { cluster: this.#engine.name }),
    );
    await this.#engine.removeScratch();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** See `Cluster.shared`. */
let shared: Promise<Cluster> | undefined;

/** Names an export of a module as a function of tasks; workers import the module. @throws {TypeError} if the URL is not absolute */
export function moduleTask<Args extends readonly unknown[], Result>(
  url: string | URL,
  name = "default",
): ModuleTask<Args, Result> {
  let href: string;
  try {
    href = new URL(url).href;
  } catch {
    throw new TypeError(
      `Cannot name a module task: "${String(url)}" is not absolute, must be like new URL("./tasks.js", import.meta.url)`,
    );
  }
  return { kind: "module", url: href, name };
}

/** The engine of a cluster, where and with what its choices say. */
async function loadEngine(choices: Choices): Promise<ClusterEngine> {
  const { scheduler, server } = choices;
  const placements = server === "main" && typeof scheduler !== "object" ? undefined : await import("./placements.ts");
  if (server !== "main" && placements !== undefined) return placements.remoteEngine(choices, platform);
  const tracing = choices.trace === false ? undefined : await import("./tracing.ts");
  const recorder = tracing?.makeRecorder(choices.trace); // refuses what it must before a thread is started
  const [{ Engine }, made] = await Promise.all([
    import("./engine.ts"),
    placements?.makeScheduler(choices, platform) ??
      loadScheduler(scheduler as Exclude<typeof scheduler, object>).then((make) => make(choices.seed)),
  ]);
  return new Engine(choices, { platform, scheduler: made, recorder });
}

function taskCalls(client: Client, options: TaskOptions): object {
  const calls = new Map<string, PlainFunction>();
  return new Proxy(Object.create(null) as object, {
    get(_target, name): unknown {
      if (typeof name !== "string" || name === "then") return undefined; // not a promise
      let call = calls.get(name);
      if (call === undefined) {
        const task = { kind: "task", name } as const;
        call = (...args: unknown[]): Future => client.submit(task, args, options);
        nameServed(call, name);
        calls.set(name, call);
      }
      return call;
    },
  });
}

const isList = (what: readonly Delayed[] | TaskGraph): what is readonly Delayed[] => Array.isArray(what);
