// A thread of zero workers: each has a port of its own to the reactor, as real workers have, and greets it in the same
// way. The script is a cluster's worker too: then the thread itself is its one zero worker.
import { openParent, openPeer } from "#thread";
import { isWorthMoving } from "../../base/int-list.ts";
import type { BootReply } from "../../protocol/boot.ts";
import { PROTOCOL_VERSION } from "../../protocol/boot.ts";
import { parseHello, parseReactorEnvelope } from "../../protocol/parse.ts";
import type { ProbeReport } from "../../protocol/peer.ts";
import type { WorkerToReactor } from "../../protocol/worker-to-reactor.ts";
import type { Port } from "../../transport/port.ts";
import { ZeroWorker } from "../../worker/zero-worker.ts";
import { isZeroPort } from "./zero-port.ts";

serveZero(openParent());

/** Greets over the port, then answers as a zero worker; takes in ports of further zero workers. */
function serveZero(port: Port): void {
  let zero: ZeroWorker | undefined;
  port.listen({
    message(value) {
      if (Array.isArray(value)) {
        const answers = zero?.handle(parseReactorEnvelope(value));
        if (answers !== undefined) port.post(answers, columnsWorthMoving(answers));
        return;
      }
      if (isZeroPort(value)) return serveZero(openPeer(value.port));
      const { kind } = value as { readonly kind?: unknown };
      // Nothing is ever fetched, so that routes are of no use and none is better than the other.
      if (kind === "probe") return port.post({ kind: "probed", ports: 1, page: 1 } satisfies ProbeReport);
      if (kind !== "hello") return;
      const hello = parseHello(value);
      zero = new ZeroWorker(hello.worker);
      port.post({ kind: "ready", version: PROTOCOL_VERSION, tasks: [], globals: [] } satisfies BootReply);
    },
    closed() {},
  });
  port.post({ kind: "listening" } satisfies BootReply);
}

function columnsWorthMoving(answers: readonly WorkerToReactor[]): ArrayBufferLike[] {
  return answers.flatMap((message) =>
    "tasks" in message && isWorthMoving(message.tasks) ? [message.tasks.buffer] : [],
  );
}
