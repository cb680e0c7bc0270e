// How the package's server script begins: the handshake, then a server, or a scheduler alone.
import { platform } from "#platform";
import { openParent, startNested } from "#thread";
import type { BootReply } from "../protocol/boot.ts";
import { PROTOCOL_VERSION } from "../protocol/boot.ts";
import type { SchedulerEvent } from "../scheduler/scheduler.ts";
import { ThreadScheduler } from "../scheduler/thread-scheduler.ts";
import { loadSource } from "./placements.ts";
import type { StartedWorker } from "./platform.ts";
import type { ServerHello } from "./server-messages.ts";
import { parseServerHello } from "./server-messages.ts";
import { ServerThread } from "./server-thread.ts";

const page = openParent();
let serve: ((value: unknown) => void) | undefined;
page.listen({
  message(value) {
    if (serve === undefined) void begin(parseServerHello(value));
    else serve(value);
  },
  closed() {},
});
page.post({ kind: "listening" } satisfies BootReply);

async function begin(hello: ServerHello): Promise<void> {
  const refuse = (text: string): void => page.post({ kind: "not-ready", phase: "ready", text } satisfies BootReply);
  const isOther = hello.version !== PROTOCOL_VERSION;
  if (isOther) return refuse("page and server script come from different versions of weftwork, must be of the same");
  const ready = { kind: "ready", version: PROTOCOL_VERSION, tasks: [], globals: [] } as const;
  if (hello.role === "server") {
    if (!platform.hasWorkers) return refuse('this runtime has no workers inside workers, "server" must be "main"');
    const server = new ServerThread({ page, platform, startThread });
    serve = (value) => server.onMessage(value);
    return page.post(ready satisfies BootReply);
  }
  try {
    const scheduler = (await loadSource(hello.scheduler))(hello.seed);
    const thread = new ThreadScheduler(scheduler);
    serve = (value) => {
      const column = thread.hear(value as readonly SchedulerEvent[]);
      page.post(column, [column.buffer]);
    };
    page.post({ ...ready, scheduler: scheduler.name } satisfies BootReply);
  } catch (error) {
    refuse(`its scheduler cannot be made: ${String(error)}`);
  }
}

/** Bundlers follow no script that names itself, so that it is started by its own address. */
function startThread(): StartedWorker {
  const url = "the server's script";
  const diagnose: StartedWorker["diagnose"] = async () => ({ phase: "boot", advice: "must run without an error" });
  return { port: startNested("scheduler"), url, diagnose };
}
