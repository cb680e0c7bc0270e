// The calls of one actor that are not answered yet. Each has an owner here that rejects it when the actor is gone.
import { EngineError } from "../base/errors.ts";
import { fillHolesInCopy, findHoles } from "../codec/holes.ts";
import type { TransferMark } from "../codec/transfer.ts";
import { isTransferMark } from "../codec/transfer.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import type { ActorOutcome } from "../protocol/actor.ts";
import type { ActorCalls } from "./actor.ts";
import { errorOf } from "./failures.ts";
import { refuseOnlyFutures } from "./refusals.ts";

/** The other end of the line; `buffers` are moved with the arguments. A promise may stay pending for ever. */
export interface RemoteActor {
  construct(args: readonly unknown[], buffers: readonly object[]): Promise<ActorOutcome>;
  call(method: string, args: readonly unknown[], buffers: readonly object[]): Promise<ActorOutcome>;
  read(field: string): Promise<ActorOutcome>;
}

/** Why an actor cannot be called: the error for a call of that name, which was made before or after it was so. */
export type ActorDeath = (call: string, isLate: boolean) => unknown;

export interface OpenActorCallsOptions {
  /** The name of the class. */
  readonly name: string;
  readonly remote: RemoteActor;
  /** Told when a call begins to wait or is settled. */
  changed(waiting: 1 | -1): void;
  /** The user lets go of the actor. */
  released(): void;
}

export class OpenActorCalls implements ActorCalls {
  readonly #options: OpenActorCallsOptions;
  /** How to refuse each call that waits, and its name. */
  readonly #open = new Map<(error: unknown) => void, string>();
  #death: ActorDeath | undefined;

  constructor(options: OpenActorCallsOptions) {
    this.#options = options;
  }

  /** Makes the instance; comes first, and once. */
  async construct(args: readonly unknown[]): Promise<void> {
    const { name, remote } = this.#options;
    await this.#ask(`new ${name}`, args, (sent, buffers) => remote.construct(sent, buffers));
  }

  call(method: string, args: readonly unknown[]): Promise<unknown> {
    const { name, remote } = this.#options;
    return this.#ask(`${name}.${method}`, args, (sent, buffers) => remote.call(method, sent, buffers));
  }

  read(field: string): Promise<unknown> {
    const { name, remote } = this.#options;
    return this.#ask(`${name}.${field}`, [], () => remote.read(field));
  }

  release(): void {
    const { name, released } = this.#options;
    if (this.#death !== undefined) return;
    this.end((call, isLate) => {
      if (isLate) return new TypeError(`Cannot call "${call}": the actor was released, must be held`);
      return new EngineError("cancelled", `Cannot finish "${call}": the actor was released`, { key: name });
    });
    released();
  }

  /** Settles every call that waits, and those that come later. The first death counts. */
  end(death: ActorDeath): void {
    if (this.#death !== undefined) return;
    this.#death = death;
    for (const [reject, call] of [...this.#open]) reject(death(call, false));
  }

  async #ask(
    call: string,
    args: readonly unknown[],
    send: (args: readonly unknown[], buffers: readonly object[]) => Promise<ActorOutcome>,
  ): Promise<unknown> {
    if (this.#death !== undefined) throw this.#death(call, true);
    refuseOnlyFutures(`call "${call}"`, "args", args);
    const { values, buffers } = takeBuffers(args);
    if (buffers.length > 0) this.#refuseUncloneable(call, values, undefined); // Deno would empty the buffers all the same
    const asked = send(values, buffers).catch((error) => {
      this.#refuseUncloneable(call, values, error);
      throw error;
    });
    const outcome = await this.#waitFor(call, asked);
    if (outcome.kind === "failure") throw errorOf(outcome.failure, call);
    return outcome.value;
  }

  /** What `asked` comes to, or the error of the actor's end if that is sooner. */
  #waitFor<T>(call: string, asked: Promise<T>): Promise<T> {
    const { changed } = this.#options;
    return new Promise<T>((resolve, reject) => {
      const settle = (action: () => void): void => {
        if (this.#open.delete(refuse)) changed(-1);
        action();
      };
      const refuse = (error: unknown): void => settle(() => reject(error));
      this.#open.set(refuse, call);
      changed(1);
      asked.then((outcome) => settle(() => resolve(outcome)), refuse);
    });
  }

  /** @throws {EngineError} not-cloneable, if something in the arguments is not */
  #refuseUncloneable(call: string, args: readonly unknown[], cause: unknown): void {
    const path = findUncloneable(args);
    if (path === undefined) return;
    const message = `Cannot call "${call}": its argument args${path} cannot be cloned`;
    throw new EngineError("not-cloneable", message, { key: call, path: `args${path}` }, { cause });
  }
}

/** Takes the marks of `transfer()` out of arguments. The caller's data is not changed. */
function takeBuffers(args: readonly unknown[]): {
  readonly values: readonly unknown[];
  readonly buffers: readonly object[];
} {
  const marks = findHoles(args, isTransferMark);
  if (marks === undefined) return { values: args, buffers: [] };
  const found = marks.holes.map(({ hole }) => hole as TransferMark);
  const paths = marks.holes.map(({ path }) => path);
  const values = fillHolesInCopy(
    marks.value,
    paths,
    found.map((mark) => mark.value),
  );
  return { values, buffers: [...new Set(found.flatMap((mark) => mark.buffers))] };
}
