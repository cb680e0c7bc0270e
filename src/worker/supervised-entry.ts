// Supervised calls on one thread, a worker's or an executor's: a part of a worker that is loaded with the first of them.
import { now } from "../transport/turn-port.ts";
import { ExecutorCalls } from "./executor-calls.ts";
import { OwnTaskFunctions } from "./own-task-functions.ts";
import { Supervision } from "./supervision.ts";
import type { Functions, Supervisor, TaskCaller } from "./task-caller.ts";
import { WorkerCalls } from "./worker-calls.ts";

/** To be called once per store. */
export function supervisor(store: Functions): Supervisor {
  const caller = store.caller as TaskCaller;
  const calls = caller.machine === undefined ? new ExecutorCalls(caller) : new WorkerCalls(caller);
  const functions = new OwnTaskFunctions(store);
  const { findLocal } = store.options;
  if (findLocal !== undefined) {
    store.options = { ...store.options, findLocal: (source) => functions.findLocal(source) ?? findLocal(source) };
  }
  const supervision = new Supervision(functions, calls, {
    functions,
    makeController: () => new AbortController(),
    now,
    wait(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  calls.listen((call, message) => supervision.hear(call, message));
  return {
    supervise: (...args) => supervision.supervise(...args),
    tell: (call, message) => calls.tell(call, message),
  };
}
