// What supervised calls need of the thread that they run on, and what it needs of them.
import type { FunctionDefinition } from "../protocol/functions.ts";
import type { CallName, FromCall, ToCall } from "../protocol/task-talk.ts";
import type { Port } from "../transport/port.ts";
import type { AnyFunction } from "./call-function.ts";
import type { WorkerMachine } from "./machine.ts";
import type { Parts } from "./parts-port.ts";

/** The call for which a function is wanted, if it is that of a task. */
export type TaskCall = Partial<CallName>;

/** A thread that calls the functions of tasks. */
export type TaskCaller =
  | {
      readonly machine: WorkerMachine;
      /** To the reactor. */
      readonly port: Port;
      /** Tasks that may run at once. */
      readonly cores: number;
      /** Where functions are called, if not on this thread. */
      readonly executors: { tellCall(call: CallName, message: ToCall): void } | undefined;
      /** Looks for tasks that can start. */
      readonly wake: () => void;
    }
  | {
      readonly machine?: undefined;
      /** To the worker. */
      readonly port: Port;
      /** The call with this number is not to hold the thread. */
      readonly letGo: (call: number) => void;
      /** Hears of messages for calls. */
      listen(listener: (call: number, message: ToCall) => void): void;
    };

export interface Supervisor {
  /** How function `index` of the store is called, which is `fn`. */
  readonly supervise: (
    fn: AnyFunction,
    index: number,
    takesContext: boolean,
  ) => (call: TaskCall | undefined) => AnyFunction;
  /** What a call on an executor says. */
  readonly tell: (call: CallName, message: FromCall) => void;
}

/** What a call says and how it gets its core: by its worker's machine, or over the port to the worker. */
export interface CallOutside {
  /** @throws what a port throws that refuses the message */
  tell(call: CallName, message: FromCall): void;
  /** Calls back when the call that has given its core back has one again. */
  takeCore(call: CallName, goOn: () => void): void;
}

export interface FunctionStoreOptions {
  /** The functions that the worker's module serves. */
  readonly tasks: Readonly<Record<string, unknown>>;
  /** Whether source text may be evaluated. */
  readonly allowSource: boolean;
  /** On one thread with the client: the function itself, so that nothing need be evaluated. */
  readonly findLocal?: (source: string) => AnyFunction | undefined;
  readonly parts: Pick<Parts, "load">;
}

/** A worker's functions, as its parts see them. */
export interface Functions {
  options: FunctionStoreOptions;
  /** Who calls the functions of tasks. */
  caller: TaskCaller | undefined;
  /** What the calls that are supervised have in common; from the first of them on. */
  supervisor: Promise<Supervisor> | undefined;
  readonly definitions: readonly FunctionDefinition[];
  /** By index, the function for a call: mostly the same for all. */
  readonly loaded: (AnyFunction | undefined)[];
  /** By index, what makes a function for each call anew. */
  readonly perCall: (((call: TaskCall | undefined) => AnyFunction) | undefined)[];
  /** The function at `index`; a promise the first time that a part or its module must be loaded. @throws if it cannot be had */
  get(index: number, call?: TaskCall): AnyFunction | Promise<AnyFunction>;
  /** What a definition describes, made anew; a class too. @throws if it cannot be had */
  load(definition: FunctionDefinition | undefined): AnyFunction | Promise<AnyFunction>;
}
