// The thread that a web worker (browser, Deno) runs on.
import type { DedicatedWorkerScope } from "./message-port.ts";
import { openMessagePort, parentPort } from "./message-port.ts";
import type { Port } from "./port.ts";

/** The port to the thread that started this one. @throws {TypeError} on a thread that nobody started */
export function openParent(): Port {
  const scope = globalThis as unknown as DedicatedWorkerScope & { readonly document?: unknown };
  if (scope.document === undefined && typeof scope.postMessage === "function") return parentPort(scope);
  throw new TypeError("Cannot serve tasks: this is a page, must be a dedicated worker");
}

export const openPeer: (end: object) => Port = openMessagePort;
