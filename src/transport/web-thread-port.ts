// The thread that a web worker (browser, Deno) runs on.
import type { DedicatedWorkerScope } from "./message-port.ts";
import { openMessagePort, parentPort, workerPort } from "./message-port.ts";
import type { Port } from "./port.ts";
import { startTrusted } from "./trusted-script-port.ts";

interface Scope extends DedicatedWorkerScope {
  readonly document?: unknown;
  readonly name?: string;
  readonly location: { readonly href: string };
  /** Refuses to be called in module workers only. */
  readonly importScripts?: () => void;
}

/** The port to the thread that started this one. @throws {TypeError} on a thread that nobody started */
export function openParent(): Port {
  const scope = globalThis as unknown as Scope;
  if (scope.document === undefined && typeof scope.postMessage === "function") {
    addEventListener("unhandledrejection", (event) => {
      event.preventDefault(); // Deno ends the worker otherwise, browsers do not
      console.error(event.reason);
    });
    return parentPort(scope);
  }
  throw new TypeError("Cannot serve tasks: this is a page, must be a dedicated worker");
}

export const openPeer: (end: object) => Port = openMessagePort;

/** Starts a thread of this worker's own, from the same script; it ends with this one. @throws where that is not possible */
export function startNested(label: string): Port {
  if (typeof Worker === "undefined") throw new TypeError("this runtime has no workers inside workers");
  const { location, name } = globalThis as unknown as Scope;
  const type = scriptType();
  return workerPort(startTrusted(() => new Worker(location.href, { type, name: `${name ?? ""}-${label}` })));
}

/** What kind of script this worker runs: no property tells. */
function scriptType(): WorkerType {
  try {
    (globalThis as unknown as Scope).importScripts?.();
    return "importScripts" in globalThis ? "classic" : "module";
  } catch {
    return "module";
  }
}
