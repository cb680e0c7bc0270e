// What a worker of several cores loads besides, on its own thread and on its executors': one chunk for both.
export { startNested } from "#thread";
export { startExecutors } from "./executor-boot.ts";
export { ExecutorThread } from "./executor-entry.ts";
export { Executors } from "./executors.ts";
