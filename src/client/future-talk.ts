// What the holder of a future and its running task say to each other.
import { Messages, tell } from "../base/messages.ts";
import type { ToTask } from "../protocol/task-talk.ts";

/** How far a task is. */
export interface TaskProgress {
  /** 0 to 1 */
  readonly fraction: number;
  readonly message: string | undefined;
}

export class FutureTalk {
  readonly messages = new Messages();
  /** The latest that the current attempt has said. */
  progress: TaskProgress | undefined;
  readonly #listeners = new Set<(progress: TaskProgress) => void>();
  /** What waits for the task to begin. */
  #outbox: unknown[] = [];
  /** Leads to the attempt that runs. */
  #tell: ((message: ToTask) => void) | undefined;
  #isOver = false;

  /** An attempt has begun; what one before it was told is not told again. */
  begin(tellTask: (message: ToTask) => void): void {
    this.#tell = tellTask;
    if (this.progress !== undefined) this.report(START);
    this.progress = undefined;
    for (const value of this.#outbox.splice(0)) tellTask({ kind: "message", value });
  }

  /** The task has ended. */
  end(): void {
    this.#isOver = true;
    this.#tell = undefined;
    this.#outbox = [];
    this.messages.end();
  }

  send(value: unknown): void {
    if (this.#tell !== undefined) this.#tell({ kind: "message", value });
    else if (!this.#isOver) this.#outbox.push(value);
  }

  report(progress: TaskProgress): void {
    this.progress = progress;
    for (const listener of [...this.#listeners]) tell(listener, progress);
  }

  onProgress(listener: (progress: TaskProgress) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

const START: TaskProgress = { fraction: 0, message: undefined };
