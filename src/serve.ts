// weftwork/worker: for worker scripts that serve tasks of their own.
export { transfer } from "./codec/transfer.ts";
export type { SubTask, SubTaskArgs, TaskContext } from "./graph/task-context.ts";
export { withContext } from "./graph/with-context.ts";
export { serve } from "./worker/serve-entry.ts";
export { sharedBuffer } from "./worker/shared-buffer.ts";
