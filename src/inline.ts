// weftwork/inline: the worker inside the bundle.
export { inlineWorker } from "./cluster/inline-worker.ts";
