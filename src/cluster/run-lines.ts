// The opposite of kept ports: each `run` goes to its worker over a line that is made for it, greeted over, and closed with
// the answer. For `reuseBroadcastPorts: false`, which exists so that the price of it can be shown; results are the same.
import { ANY_TASK } from "../base/errors.ts";
import { engineFailure } from "../codec/failure.ts";
import { parseLineGreeting } from "../protocol/line.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { Port, PortListener } from "../transport/port.ts";

type Run = ReactorToWorker & { readonly kind: "run" };

/** A worker's port on which every `run` of an envelope takes a line of its own; `openLine` makes one to the same worker. */
export function withRunLines(port: Port, openLine: () => Port): Port {
  const open = new Set<Port>();
  let listener: PortListener | undefined;

  function run(call: Run): void {
    const line = openLine();
    open.add(line);
    const answer = (message: unknown): void => {
      open.delete(line);
      line.close();
      listener?.message([message]);
    };
    line.listen({
      message(value) {
        if (parseLineGreeting(value) === undefined) return answer(value);
        try {
          line.post(call);
        } catch (cause) {
          answer(unsendable(call, cause));
        }
      },
      closed: () => open.delete(line), // the worker is gone: whoever listens to its port hears it there
    });
  }

  return {
    post(message, transfer) {
      const envelope: readonly ReactorToWorker[] = Array.isArray(message) ? message : [];
      const runs = envelope.filter((each) => each.kind === "run");
      if (runs.length === 0) return port.post(message, transfer);
      const rest = envelope.filter((each) => each.kind !== "run");
      if (rest.length > 0) port.post(rest, transfer); // functions first
      for (const call of runs) run(call);
    },
    listen(to) {
      listener = to;
      port.listen(to);
    },
    close() {
      for (const line of open) line.close();
      open.clear();
      port.close();
    },
    hold: (isHeld) => port.hold?.(isHeld),
  };
}

function unsendable({ request }: Run, cause: unknown): WorkerToReactor {
  const message = `Cannot send ${ANY_TASK} to a worker: an argument cannot be cloned (${String(cause)})`;
  const failure = engineFailure("not-cloneable", message, { key: ANY_TASK, path: "args" });
  return { kind: "ran", request, value: undefined, failure };
}
