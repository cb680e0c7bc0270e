// One actor on its worker: an instance of a user's class, and what a page may ask of it. Nothing that the worker's script
// always has is imported, only handed in: so the script stays one file, and this is loaded where an actor lives.
import type { Failure } from "../codec/failure.ts";
import type { TransferMark } from "../codec/transfer.ts";
import type { ActorEnd, ActorOutcome } from "../protocol/actor.ts";
import type { AnyFunction } from "./call-function.ts";

export interface ActorHost {
  /** The class, or a promise of it where a module must be imported. */
  loadClass(): AnyFunction | Promise<AnyFunction>;
  encodeFailure(error: unknown): Failure;
  /** Why a value cannot be cloned, or undefined when it can. */
  failureToClone(value: unknown, cause: unknown): Failure | undefined;
  /** The path of what cannot be cloned, or undefined. */
  findUncloneable(value: unknown): string | undefined;
  isTransferMark(value: unknown): value is TransferMark;
  /** Notes the buffers that are to be moved when the outcome is sent. */
  withBuffers(outcome: ActorOutcome, buffers: readonly object[]): ActorOutcome;
}

export class ActorShell implements ActorEnd {
  readonly #host: ActorHost;
  #instance: Readonly<Record<string, unknown>> = {};

  constructor(host: ActorHost) {
    this.#host = host;
  }

  construct(args: readonly unknown[]): Promise<ActorOutcome> {
    return this.#settle(async () => {
      const Class = (await this.#host.loadClass()) as unknown as new (...args: readonly unknown[]) => object;
      this.#instance = new Class(...args) as Readonly<Record<string, unknown>>;
    });
  }

  call(method: string, args: readonly unknown[]): Promise<ActorOutcome> {
    return this.#settle(() => {
      const found = this.#instance[method];
      if (typeof found === "function") return found.apply(this.#instance, args);
      throw new TypeError(`Cannot call "${method}" of an actor: it is ${typeof found}, must be a method`);
    });
  }

  read(field: string): Promise<ActorOutcome> {
    return this.#settle(() => this.#instance[field]);
  }

  /** What can be sent in the place of an outcome that a port refused. */
  refused(outcome: ActorOutcome, cause: unknown): ActorOutcome {
    const failure = outcome.kind === "value" ? this.#host.failureToClone(outcome.value, cause) : undefined;
    return { kind: "failure", failure: failure ?? this.#host.encodeFailure(cause) };
  }

  /** Up to its first `await` a method runs at once: calls begin in the order in which they were made. */
  async #settle(action: () => unknown): Promise<ActorOutcome> {
    try {
      const result = await action();
      if (!this.#host.isTransferMark(result)) return { kind: "value", value: result };
      const outcome: ActorOutcome = { kind: "value", value: result.value };
      const isRefused = this.#host.findUncloneable(result.value) !== undefined; // Deno would empty the buffers all the same
      return isRefused ? this.refused(outcome, undefined) : this.#host.withBuffers(outcome, result.buffers);
    } catch (error) {
      return { kind: "failure", failure: this.#host.encodeFailure(error) };
    }
  }
}
