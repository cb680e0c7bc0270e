// Supervised calls of an executor: all that they say goes to their worker, by the number of the call.
import type { ExecutorToWorker } from "../protocol/executor.ts";
import type { CallName, FromCall, ToCall } from "../protocol/task-talk.ts";
import type { CallOutside, TaskCaller } from "./task-caller.ts";

export class ExecutorCalls implements CallOutside {
  readonly #caller: TaskCaller & { readonly machine?: undefined };

  constructor(caller: TaskCaller & { readonly machine?: undefined }) {
    this.#caller = caller;
  }

  listen(listener: (call: CallName, message: ToCall) => void): void {
    this.#caller.listen((task, message) => listener({ task, run: 0 }, message));
  }

  tell({ task: call }: CallName, message: FromCall): void {
    this.#caller.port.post({ kind: "call", call, message } satisfies ExecutorToWorker);
    if (message.kind === "core" && !message.isHeld) this.#caller.letGo(call);
  }

  /** A call goes on where it was begun, whatever else its thread does. */
  takeCore(call: CallName, goOn: () => void): void {
    this.tell(call, { kind: "core", isHeld: true });
    goOn();
  }
}
