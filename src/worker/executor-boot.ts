// Starts the executors of a worker: each is a thread that runs the worker's own script and is greeted as one.
import type { Hello, NotReady } from "../protocol/boot.ts";
import { parseBootReply } from "../protocol/parse.ts";
import type { Port } from "../transport/port.ts";
import { RelistenablePort } from "../transport/relistenable-port.ts";

/**
 * Starts as many executors as `hello` has cores; `start` starts a thread from the worker's script. Their ports once all
 * are ready, or why one is not: then none is left.
 */
export async function startExecutors(
  start: (label: string) => Port,
  hello: Hello,
): Promise<readonly Port[] | NotReady> {
  const ports: Port[] = [];
  /** Also of those that die when they were ready, while others are not. */
  const failures: NotReady[] = [];
  const greetings: Promise<void>[] = [];
  for (let i = 1; i <= hello.cores && failures.length === 0; i++) {
    const fail = (failure: Omit<NotReady, "kind">): void => {
      const text = `executor ${i} of ${hello.cores} did not start: ${failure.text}`;
      failures.push({ kind: "not-ready", phase: failure.phase, text });
    };
    try {
      const port = new RelistenablePort(start(`executor-${i}`));
      ports.push(port);
      greetings.push(greet(port, { ...hello, role: "executor", cores: 1, listGlobals: false }, fail));
    } catch (error) {
      fail({ phase: "boot", text: `${error instanceof Error ? error.message : String(error)}; ${CURE}` });
    }
  }
  await Promise.all(greetings);
  const [failure] = failures;
  if (failure === undefined) return ports;
  for (const port of ports) port.close();
  return failure;
}

const CURE = "a worker of several cores must be able to start its own script again, or choose cores: 1";

/** Settles when the thread has answered or died. */
function greet(port: Port, hello: Hello, fail: (failure: Omit<NotReady, "kind">) => void): Promise<void> {
  return new Promise((settle) => {
    const failAt = (phase: NotReady["phase"], text: string): void => {
      fail({ phase, text });
      settle();
    };
    port.listen({
      message(value) {
        try {
          const reply = parseBootReply(value);
          if (reply.kind === "listening") return port.post(hello);
          if (reply.kind === "not-ready") failAt(reply.phase, reply.text);
          settle();
        } catch {
          failAt("ready", "its first message is not ours");
        }
      },
      closed: (reason) =>
        failAt("boot", `${reason.message}; its script must run there too, and a blob: URL last until it has; ${CURE}`),
    });
  });
}
