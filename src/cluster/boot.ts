// Starts one worker: the handshake, and what a user is told when it fails.
import type { BootPhase } from "../base/errors.ts";
import { EngineError } from "../base/errors.ts";
import { waitAwake } from "../base/patience-port.ts";
import type { Hello, Ready } from "../protocol/boot.ts";
import { PROTOCOL_VERSION } from "../protocol/boot.ts";
import { parseBootReply } from "../protocol/parse.ts";
import type { Port } from "../transport/port.ts";
import { RelistenablePort } from "../transport/relistenable-port.ts";
import { servingParts } from "./part-server.ts";
import type { StartedWorker } from "./platform.ts";

export interface BootedWorker {
  readonly port: Port;
  readonly ready: Ready;
}

/** What a script that is no worker's lacks. */
export const MUST_SERVE = "its script must call serve() from weftwork/worker";

/** Greets a worker that was just started. @throws {EngineError} boot-failed, naming the URL, the phase and the cure */
export function bootWorker(
  start: () => StartedWorker,
  hello: Omit<Hello, "kind" | "version" | "role">,
  limits: BootLimits,
): Promise<BootedWorker> {
  return bootThread(start, {
    ...limits,
    name: `worker ${hello.worker}`,
    hello: { kind: "hello", version: PROTOCOL_VERSION, role: "worker", ...hello } satisfies Hello,
    mustServe: MUST_SERVE,
    whenSilent: hello.cores > 1 ? "the executors that it starts do not answer" : "it is busy with something else",
  });
}

export interface BootLimits {
  /** Milliseconds within which the thread must be ready. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** A thread to be started, and what is said of it when it fails. */
export interface Boot extends BootLimits {
  readonly name: string;
  readonly hello: object;
  readonly mustServe: string;
  /** Why it may not answer although it has said that it listens. */
  readonly whenSilent: string;
}

/** Greets a thread that was just started. @throws {EngineError} boot-failed, naming the URL, the phase and the cure */
export function bootThread(
  start: () => StartedWorker,
  { name, hello, mustServe, whenSilent, timeout, signal }: Boot,
): Promise<BootedWorker> {
  if (signal.aborted) return Promise.reject(signal.reason);
  let worker: StartedWorker;
  try {
    worker = start();
  } catch (error) {
    const advice = error instanceof Error ? error.message : String(error);
    return Promise.reject(bootError(name, "its script", "fetch", advice, error));
  }
  const port = new RelistenablePort(servingParts(worker.port));
  return new Promise((resolve, reject) => {
    const stopWaiting = (): void => {
      stopTimer();
      signal.removeEventListener("abort", onAbort);
    };
    const fail = (error: unknown): void => {
      stopWaiting();
      port.close();
      reject(error);
    };
    const failAt = (phase: BootPhase, text: string, cause?: unknown): void =>
      fail(bootError(name, worker.url, phase, text, cause));
    const onAbort = (): void => fail(signal.reason);
    let advice = mustServe;
    const giveUp = (): void => failAt("ready", `it did not answer within ${timeout} ms; ${advice}`);
    const stopTimer = waitAwake(timeout, giveUp);
    signal.addEventListener("abort", onAbort);
    port.listen({
      message(value) {
        try {
          const reply = parseBootReply(value);
          if (reply.kind === "listening") {
            advice = whenSilent;
            return port.post(hello);
          }
          stopWaiting();
          if (reply.kind === "not-ready") failAt(reply.phase, reply.text);
          else resolve({ port, ready: reply });
        } catch (error) {
          failAt("ready", `its first message is not ours; ${mustServe}`, error);
        }
      },
      closed(reason) {
        // The timer goes on: to look at the script must not take for ever either.
        worker.diagnose(reason).then(
          (found) => failAt(found.phase, `${found.advice} (${reason.message})`, reason),
          () => failAt("boot", reason.message, reason),
        );
      },
    });
  });
}

function bootError(
  name: string,
  url: string,
  phase: BootPhase,
  advice: string,
  cause: unknown,
): EngineError<"boot-failed"> {
  const message = `Cannot start ${name} from ${url}: phase "${phase}" failed: ${advice}`;
  return new EngineError("boot-failed", message, { url, phase }, { cause });
}
