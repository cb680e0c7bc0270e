// Lines from the page: what is called over a port of its own, outside of scheduling. A part of a worker that is loaded
// with the first of them.
import { unreachable } from "../base/assert.ts";
import { encodeFailure } from "../codec/encode-failure.ts";
import type { Failure } from "../codec/failure.ts";
import { isTransferMark } from "../codec/transfer.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import type { LineGreeting, LineOffer } from "../protocol/line.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { Port } from "../transport/port.ts";
import { serveActor } from "./actor-entry.ts";
import { CloneFailures } from "./clone-port.ts";
import type { FunctionStore } from "./function-store.ts";

type Run = ReactorToWorker & { readonly kind: "run" };
type Ran = WorkerToReactor & { readonly kind: "ran" };

const failures = new CloneFailures(encodeFailure);
const failureToClone = (value: unknown, cause: unknown): Failure | undefined => failures.find(value, cause);

/** Answers at the other end of `port` for what the offer says. */
export function serveLine(offer: LineOffer, port: Port, functions: FunctionStore): void {
  switch (offer.kind) {
    case "actor-line": {
      const loadClass = () => functions.load(offer.definition);
      return serveActor(port, { loadClass, encodeFailure, failureToClone, findUncloneable, isTransferMark });
    }
    case "run-line":
      return serveRun(port, functions);
    default:
      return unreachable(offer);
  }
}

function serveRun(port: Port, functions: FunctionStore): void {
  port.listen({
    message: (value) => void run(value as Run, functions).then((answer) => answerOver(port, answer)),
    closed: () => port.close(),
  });
  port.post({ kind: "listening" } satisfies LineGreeting);
}

async function run({ request, fn, args }: Run, functions: FunctionStore): Promise<Ran> {
  try {
    const loaded = await functions.get(fn);
    return { kind: "ran", request, value: await loaded(...args) };
  } catch (error) {
    return { kind: "ran", request, value: undefined, failure: encodeFailure(error) };
  }
}

function answerOver(port: Port, answer: Ran): void {
  try {
    port.post(answer);
  } catch (cause) {
    const failure = failureToClone(answer.value, cause) ?? encodeFailure(cause);
    port.post({ ...answer, value: undefined, failure } satisfies Ran);
  }
}
