// The context of one call: what its function says to the cluster and hears from it. Ends with the call.
import { ANY_TASK, EngineError } from "../base/errors.ts";
import { Messages } from "../base/messages.ts";
import { decodeFailure } from "../codec/decode-failure.ts";
import { findHoles } from "../codec/holes.ts";
import { isTransferMark } from "../codec/transfer.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import type { HostSignal, SubTask, TaskContext } from "../graph/task-context.ts";
import type { CallName, FromTask, ToTask } from "../protocol/task-talk.ts";
import type { OwnTaskFunctions } from "./own-task-functions.ts";
import type { CallOutside } from "./task-caller.ts";

/** Milliseconds between two reports of progress. */
const PROGRESS_PAUSE = 50;

export interface TalkHost {
  readonly functions: OwnTaskFunctions;
  makeController(): { readonly signal: HostSignal; abort(reason: unknown): void };
  now(): number;
  /** Calls back after some milliseconds; returns how to have it not call. */
  wait(milliseconds: number, callback: () => void): () => void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export class TaskTalk implements TaskContext {
  readonly #name: CallName;
  readonly #outside: CallOutside;
  readonly #host: TalkHost;
  readonly #inbox = new Messages();
  #controller: ReturnType<TalkHost["makeController"]> | undefined;
  #state: "open" | "aborted" | "ended" = "open";
  #reason: unknown;
  #subs = 0;
  /** Those who wait for results, by number. */
  readonly #results = new Map<number, Waiting>();
  readonly #keys: ((key: string) => void)[] = [];
  #isCoreHeld = true;
  #lastProgress = Number.NEGATIVE_INFINITY;
  #progress: (FromTask & { readonly kind: "progress" }) | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(name: CallName, outside: CallOutside, host: TalkHost) {
    this.#name = name;
    this.#outside = outside;
    this.#host = host;
  }

  get signal(): HostSignal {
    this.#controller ??= this.#makeController();
    return this.#controller.signal;
  }

  get messages(): AsyncIterable<unknown> {
    return this.#inbox;
  }

  onMessage(listener: (message: unknown) => void): () => void {
    return this.#inbox.listen(listener);
  }

  key(): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#state !== "open") return reject(new TypeError("Cannot ask for the task's name: it has ended"));
      this.#keys.push(resolve);
      this.#tell({ kind: "key-wanted" });
    });
  }

  progress(fraction: number, message?: string): void {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new RangeError(`Cannot report progress: the fraction is ${fraction}, must be from 0 to 1`);
    }
    if (this.#state === "ended") return;
    this.#progress = { kind: "progress", fraction, message: message === undefined ? undefined : String(message) };
    const wait = this.#lastProgress + PROGRESS_PAUSE - this.#host.now();
    if (wait <= 0) this.#tellProgress();
    else this.#stopWaiting ??= this.#host.wait(wait, () => this.#tellProgress());
  }

  send(value: unknown): void {
    this.#tellCloneable({ kind: "message", value }, "a message", "message", value);
  }

  submit(fn: unknown, ...args: readonly unknown[]): SubTask<never> {
    if (this.#state === "aborted") throw this.#reason;
    if (this.#state === "ended") throw new TypeError("Cannot submit a task: the task that submits it has ended");
    const known = this.#host.functions.find(fn);
    const plain = args.map((arg) => (isTransferMark(arg) ? arg.value : arg));
    const template = findHoles(plain, (value) => value instanceof OwnTask);
    const holes = template?.holes ?? [];
    const subs = holes.map(({ hole }) => (hole as OwnTask).sub);
    const own = new OwnTask(this.#subs++, (sub) => this.#resultOf(sub));
    const body = { args: template?.value ?? plain, paths: holes.map(({ path }) => path), subs };
    this.#tellCloneable({ kind: "submit", sub: own.sub, fn: known, ...body }, "a task's argument", "args", body.args);
    return own as unknown as SubTask<never>;
  }

  hear(message: ToTask): void {
    switch (message.kind) {
      case "message":
        return this.#inbox.push(message.value);
      case "key":
        return this.#keys.shift()?.(message.key);
      case "result":
        return this.#settle(message.sub, (waiting) => waiting.resolve(message.value));
      case "no-result":
        return this.#settle(message.sub, (waiting) => waiting.reject(decodeFailure(message.failure)));
    }
  }

  /** The call is to end. */
  abort(reason: unknown): void {
    this.#close("aborted", reason);
    this.#controller?.abort(reason);
    for (const sub of [...this.#results.keys()]) this.#settle(sub, (waiting) => waiting.reject(reason));
  }

  /** The call has ended. */
  end(): void {
    if (this.#state !== "aborted") this.#close("ended", undefined);
    this.#state = "ended";
    this.#results.clear();
    if (this.#isCoreHeld) return;
    this.#isCoreHeld = true;
    this.#outside.tell(this.#name, { kind: "core", isHeld: true });
  }

  #close(state: "aborted" | "ended", reason: unknown): void {
    this.#stopWaiting?.();
    if (this.#progress !== undefined) this.#tellProgress();
    this.#tell({ kind: "ended" });
    this.#state = state;
    this.#reason = reason;
    this.#inbox.end();
  }

  #makeController(): ReturnType<TalkHost["makeController"]> {
    const controller = this.#host.makeController();
    if (this.#state === "aborted") controller.abort(this.#reason);
    return controller;
  }

  /** The core is given back as long as something is waited for. */
  #resultOf(sub: number): Promise<unknown> {
    if (this.#state === "aborted") return Promise.reject(this.#reason);
    return new Promise((resolve, reject) => {
      this.#results.set(sub, { resolve, reject });
      this.#tell({ kind: "result-wanted", sub });
      if (this.#isCoreHeld && this.#state === "open") this.#giveCore();
    });
  }

  #giveCore(): void {
    this.#isCoreHeld = false;
    this.#outside.tell(this.#name, { kind: "core", isHeld: false });
  }

  #settle(sub: number, settle: (waiting: Waiting) => void): void {
    const waiting = this.#results.get(sub);
    if (waiting === undefined) return;
    this.#results.delete(sub);
    if (this.#results.size > 0 || this.#state !== "open") return settle(waiting);
    this.#outside.takeCore(this.#name, () => {
      if (this.#state === "ended") return;
      this.#isCoreHeld = true;
      settle(waiting);
      if (this.#results.size > 0) this.#giveCore(); // it has asked for more meanwhile
    });
  }

  #tellProgress(): void {
    const progress = this.#progress;
    this.#progress = undefined;
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#lastProgress = this.#host.now();
    if (progress !== undefined) this.#tell(progress);
  }

  /** Says something that holds a value of the user's. @throws {EngineError} not-cloneable */
  #tellCloneable(message: FromTask, what: string, name: string, value: unknown): void {
    try {
      this.#tell(message);
    } catch (cause) {
      const path = `${name}${findUncloneable(value) ?? ""}`;
      const text = `Cannot send ${what} of ${ANY_TASK}: ${path} cannot be cloned, must be plain data`;
      throw new EngineError("not-cloneable", text, { key: ANY_TASK, path }, { cause });
    }
  }

  /** Who has ended is not heard any more. */
  #tell(message: FromTask): void {
    if (this.#state === "open") this.#outside.tell(this.#name, message);
  }
}

class OwnTask implements SubTask {
  readonly sub: number;
  readonly #ask: (sub: number) => Promise<unknown>;
  #result: Promise<unknown> | undefined;

  constructor(sub: number, ask: (sub: number) => Promise<unknown>) {
    this.sub = sub;
    this.#ask = ask;
  }

  result(): Promise<unknown> {
    if (this.#result === undefined) {
      this.#result = this.#ask(this.sub);
      this.#result.catch(() => {}); // a task that was told to end need not look
    }
    return this.#result;
  }
}
