// Calls that can be interrupted, and what they are given to speak with the cluster. Pure: it is given what it needs of its
// thread, which is a worker's own or an executor's.
import { decodeFailure } from "../codec/decode-failure.ts";
import { findContextual } from "../graph/with-context.ts";
import type { CallName, ToCall } from "../protocol/task-talk.ts";
import type { AnyFunction } from "./call-function.ts";
import { isPromiseLike } from "./call-function.ts";
import type { OwnTaskFunctions } from "./own-task-functions.ts";
import type { CallOutside, TaskCall } from "./task-caller.ts";
import type { TalkHost } from "./task-talk.ts";
import { TaskTalk } from "./task-talk.ts";

/** One call, from before its function is called until it has ended. */
interface Call {
  readonly name: CallName;
  /** Of a function that takes a context. */
  talk: TaskTalk | undefined;
  isInterrupted: boolean;
  /** Why. */
  reason: unknown;
}

export class Supervision {
  readonly #outside: CallOutside;
  readonly #host: TalkHost;
  readonly #calls = new Map<string, Call>();

  readonly #functions: OwnTaskFunctions;

  constructor(functions: OwnTaskFunctions, outside: CallOutside, host: TalkHost) {
    this.#functions = functions;
    this.#outside = outside;
    this.#host = host;
  }

  /** How function `index` of the store is called, which is `fn`. */
  supervise(fn: AnyFunction, index: number, takesContext: boolean): (call: TaskCall | undefined) => AnyFunction {
    const marked = findContextual(fn) as AnyFunction | undefined;
    const contextual = marked ?? (takesContext ? fn : undefined);
    for (const each of [fn, marked]) if (each !== undefined) this.#functions.know(each, index);
    return ({ task, run } = {}) => {
      if (task !== undefined && run !== undefined) return this.#call({ task, run }, fn, contextual);
      return contextual === undefined ? fn : outsideOfTask(contextual);
    };
  }

  /** Something for a call; of one that has ended it is ignored. */
  hear(name: CallName, message: ToCall): void {
    const call = this.#calls.get(keyOf(name));
    if (call === undefined) return;
    if (message.kind !== "interrupt") return call.talk?.hear(message);
    if (call.isInterrupted) return;
    call.isInterrupted = true;
    call.reason = decodeFailure(message.reason);
    call.talk?.abort(call.reason);
  }

  #call(name: CallName, fn: AnyFunction, contextual: AnyFunction | undefined): AnyFunction {
    return (...args) => {
      const call: Call = { name, talk: undefined, isInterrupted: false, reason: undefined };
      this.#calls.set(keyOf(name), call);
      this.#outside.tell(name, { kind: "started", takesContext: contextual !== undefined });
      try {
        if (call.isInterrupted) throw call.reason;
        if (contextual !== undefined) call.talk = new TaskTalk(name, this.#outside, this.#host);
        const result = contextual === undefined ? fn(...args) : contextual(call.talk, ...args);
        if (isPromiseLike(result)) return Promise.resolve(result).finally(() => this.#end(call));
        this.#end(call);
        return result;
      } catch (error) {
        this.#end(call);
        throw error;
      }
    };
  }

  #end(call: Call): void {
    this.#calls.delete(keyOf(call.name));
    call.talk?.end();
    if (call.isInterrupted) this.#outside.tell(call.name, { kind: "interrupted" });
  }
}

const keyOf = ({ task, run }: CallName): string => `${task}:${run}`;

const outsideOfTask = (fn: AnyFunction): AnyFunction => {
  return () => {
    throw new TypeError(`Cannot call "${fn.name}" outside of a task: it takes a context, must be submitted`);
  };
};
