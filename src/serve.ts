// weftwork/worker: for worker scripts that serve tasks of their own.
export { serve } from "./worker/serve-entry.ts";
