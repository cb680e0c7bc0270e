// Lines from the page: what is called over a port of its own, outside of scheduling. The code for actors is loaded with
// the first of them.
import { unreachable } from "../base/assert.ts";
import { EngineError } from "../base/errors.ts";
import { encodeFailure } from "../codec/encode-failure.ts";
import { isTransferMark } from "../codec/transfer.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";
import type { LineGreeting, LineOffer } from "../protocol/line.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { Port } from "../transport/port.ts";
import type { FunctionStore } from "./function-store.ts";
import { failureToClone } from "./report-port.ts";

type Run = ReactorToWorker & { readonly kind: "run" };
type Ran = WorkerToReactor & { readonly kind: "ran" };

export class Lines {
  readonly #functions: FunctionStore;

  constructor(functions: FunctionStore) {
    this.#functions = functions;
  }

  /** Answers at the other end of `port` for what the offer says. */
  open(offer: LineOffer, port: Port): void {
    switch (offer.kind) {
      case "actor-line":
        return void this.#serveActor(port, offer.definition);
      case "run-line":
        return this.#serveRun(port);
      default:
        return unreachable(offer);
    }
  }

  async #serveActor(port: Port, definition: FunctionDefinition): Promise<void> {
    try {
      const { serveActor } = await import("./actor-entry.ts").catch(missing);
      const loadClass = () => this.#functions.load(definition);
      serveActor(port, { loadClass, encodeFailure, failureToClone, findUncloneable, isTransferMark });
    } catch (error) {
      port.listen({ message: () => {}, closed: () => port.close() });
      port.post({ kind: "deaf", failure: encodeFailure(error) } satisfies LineGreeting);
    }
  }

  #serveRun(port: Port): void {
    port.listen({
      message: (value) => void this.#run(value as Run).then((answer) => answerOver(port, answer)),
      closed: () => port.close(),
    });
    port.post({ kind: "listening" } satisfies LineGreeting);
  }

  async #run({ request, fn, args }: Run): Promise<Ran> {
    try {
      const loaded = await this.#functions.get(fn);
      return { kind: "ran", request, value: await loaded(...args) };
    } catch (error) {
      return { kind: "ran", request, value: undefined, failure: encodeFailure(error) };
    }
  }
}

/** A worker's script that was copied somewhere may have left its lazy parts behind. */
function missing(cause: unknown): never {
  const message = `Cannot serve an actor: a part of the worker's script is missing, must lie beside it (${String(cause)})`;
  throw new EngineError("module-failed", message, { url: "actor-entry", name: "serveActor" }, { cause });
}

function answerOver(port: Port, answer: Ran): void {
  try {
    port.post(answer);
  } catch (cause) {
    const failure = failureToClone(answer.value, cause) ?? encodeFailure(cause);
    port.post({ ...answer, value: undefined, failure } satisfies Ran);
  }
}
