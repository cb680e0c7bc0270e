// What a worker of several cores loads besides, on its own thread and on its executors': one chunk for both.
import type { ExecutorTask } from "../protocol/executor.ts";
import type { CallName } from "../protocol/task-talk.ts";
import type { Port } from "../transport/port.ts";
import type { EncodeFailure } from "./clone-port.ts";
import { Executors } from "./executors.ts";
import type { FunctionStore } from "./function-store.ts";

export { startNested } from "#thread";
export { startExecutors } from "./executor-boot.ts";
export { ExecutorThread } from "./executor-entry.ts";
export { Executors } from "./executors.ts";

/** The threads of a worker whose own functions these are. */
export function makeExecutors<Task extends ExecutorTask & CallName>(
  ports: readonly Port[],
  functions: FunctionStore,
  encodeFailure: EncodeFailure,
): Executors<Task> {
  return new Executors(ports, encodeFailure, () => functions.loadPart().then((part) => part.supervisorOf(functions)));
}
