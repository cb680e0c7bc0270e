// What runs first in a worker's thread: the handshake, then the driver.
import type { BootReply, Hello } from "../protocol/boot.ts";
import { PROTOCOL_VERSION } from "../protocol/boot.ts";
import { parseHello } from "../protocol/parse.ts";
import type { Port } from "../transport/port.ts";
import { defer, now } from "../transport/turn-port.ts";
import type { AnyFunction } from "./call-function.ts";
import { WorkerDriver } from "./driver.ts";
import { FunctionStore } from "./function-store.ts";

/** What a worker's thread offers to the engine. */
export interface WorkerThread {
  /** The port to the thread that started it. */
  readonly parent: Port;
  openPort(end: object): Port;
  /** See `FunctionStoreOptions`. */
  readonly findLocal?: (source: string) => AnyFunction | undefined;
}

/** Makes this thread a cluster worker that serves the functions among `tasks`. */
export function serveOn(thread: WorkerThread, tasks: Readonly<Record<string, unknown>>): void {
  let driver: WorkerDriver | undefined;
  thread.parent.listen({
    message(value) {
      if (driver !== undefined) return driver.onMessage(value);
      const hello = parseHello(value);
      if (hello.version === PROTOCOL_VERSION) driver = startDriver(thread, tasks, hello);
      thread.parent.post(replyTo(hello, tasks));
    },
    closed: () => driver?.stop(),
  });
  thread.parent.post({ kind: "listening" } satisfies BootReply);
}

function startDriver(thread: WorkerThread, tasks: Readonly<Record<string, unknown>>, hello: Hello): WorkerDriver {
  const { findLocal } = thread;
  const options = { tasks, allowSource: hello.allowSource };
  return new WorkerDriver({
    cores: hello.cores,
    functions: new FunctionStore(findLocal === undefined ? options : { ...options, findLocal }),
    reactor: thread.parent,
    openPort: (end) => thread.openPort(end),
    stopped: () => thread.parent.close(),
    now,
    defer,
  });
}

function replyTo(hello: Hello, tasks: Readonly<Record<string, unknown>>): BootReply {
  if (hello.version !== PROTOCOL_VERSION) {
    const text = `it speaks version ${PROTOCOL_VERSION} of the protocol, must be ${hello.version}: page and worker come from different versions of weftwork`;
    return { kind: "not-ready", text };
  }
  const served = Object.keys(tasks).filter((name) => typeof tasks[name] === "function");
  return { kind: "ready", version: PROTOCOL_VERSION, tasks: served, globals: hello.listGlobals ? globalNames() : [] };
}

/** The names that any function can use here. */
function globalNames(): string[] {
  const names = new Set<string>();
  for (let scope: object | null = globalThis; scope !== null; scope = Object.getPrototypeOf(scope)) {
    for (const name of Object.getOwnPropertyNames(scope)) names.add(name);
  }
  return [...names];
}
