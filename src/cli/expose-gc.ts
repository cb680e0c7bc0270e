// Lets the command collect garbage between samples, as measurements want it, without a flag on its command line.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const host = globalThis as { gc?: () => void };

/** Where the runtime does not let us (Deno), samples are a little noisier. */
export function exposeGc(): void {
  if (host.gc !== undefined) return;
  try {
    setFlagsFromString("--expose-gc");
    host.gc = runInNewContext("gc") as () => void;
  } catch {
    // it goes on without
  }
}
