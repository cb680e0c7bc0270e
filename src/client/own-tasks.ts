// Tasks that tasks have submitted: the client holds their futures for them until they end. Loaded with the first.
import { encodeFailure } from "../codec/encode-failure.ts";
import { fillHoles } from "../codec/holes.ts";
import type { TaskFunction } from "../graph/task-graph.ts";
import { MAX_USER_PRIORITY } from "../protocol/client-to-reactor.ts";
import type { FromTask, SubTaskFunction } from "../protocol/task-talk.ts";
import type { Future } from "./future.ts";
import type { TaskOptions } from "./options.ts";
import type { RunningTask } from "./running-task.ts";

export interface OwnTasksHost {
  submit(fn: TaskFunction, args: readonly unknown[], options: TaskOptions): Future;
  /** The function that a worker describes. @throws {TypeError} if it cannot be sent */
  adopt(fn: SubTaskFunction): TaskFunction;
}

type Submit = FromTask & { readonly kind: "submit" };
type Request = Submit | (FromTask & { readonly kind: "result-wanted" });
/** A task of a task, or why there is none. */
type OwnTask = Future | { readonly refusal: unknown };

export class OwnTasks {
  readonly #host: OwnTasksHost;
  /** By number. */
  readonly #tasks = new Map<RunningTask, Map<number, OwnTask>>();

  constructor(host: OwnTasksHost) {
    this.#host = host;
  }

  hear(of: RunningTask, request: Request): void {
    const tasks = this.#tasks.get(of) ?? new Map<number, OwnTask>();
    this.#tasks.set(of, tasks);
    if (request.kind === "submit") tasks.set(request.sub, this.#submit(of, tasks, request));
    else void this.#answer(of, request.sub, tasks.get(request.sub));
  }

  /** The task has ended. */
  release(of: RunningTask): void {
    for (const own of this.#tasks.get(of)?.values() ?? []) if (!("refusal" in own)) own.release();
    this.#tasks.delete(of);
  }

  /** What a task needs goes before what others of its priority have in the queue: else all that recurs would be begun at once. */
  #submit({ priority }: RunningTask, tasks: ReadonlyMap<number, OwnTask>, request: Submit): OwnTask {
    const { fn, args, paths, subs } = request;
    try {
      const inputs = subs.map((sub) => tasks.get(sub));
      const refused = inputs.find((own) => own !== undefined && "refusal" in own);
      if (refused !== undefined) return refused;
      const options = { priority: Math.min(MAX_USER_PRIORITY, priority + 1) };
      return this.#host.submit(this.#host.adopt(fn), fillHoles(args, paths, inputs), options);
    } catch (error) {
      return { refusal: error };
    }
  }

  async #answer(of: RunningTask, sub: number, own: OwnTask | undefined): Promise<void> {
    try {
      if (own === undefined || "refusal" in own) throw own?.refusal;
      of.tell({ kind: "result", sub, value: await own.result() });
    } catch (error) {
      of.tell({ kind: "no-result", sub, failure: encodeFailure(error) });
    }
  }
}
