// Why a port refuses a value, in words.
import { ANY_TASK } from "../base/errors.ts";
import type { Failure } from "../codec/failure.ts";
import { engineFailure } from "../codec/failure.ts";
import { findUncloneable } from "../codec/uncloneable.ts";

/** Makes a record of what was thrown: what the worker's entry has need not be in each part. */
export type EncodeFailure = (thrown: unknown) => Failure;

export class CloneFailures {
  readonly #encode: EncodeFailure;

  constructor(encode: EncodeFailure) {
    this.#encode = encode;
  }

  /** Why a result cannot be sent, or undefined when it can. */
  find(value: unknown, cause: unknown): Failure | undefined {
    const path = findUncloneable(value);
    if (path !== undefined) return this.at(path, cause);
    try {
      structuredClone(value);
      return undefined;
    } catch {
      return this.at("", cause);
    }
  }

  /** What stands at this path cannot be cloned. */
  at(path: string, cause: unknown): Failure {
    const what = path === "" ? "it" : `its part result${path}`;
    const message = `Cannot send the result of ${ANY_TASK}: ${what} cannot be cloned`;
    const failure = engineFailure("not-cloneable", message, { key: ANY_TASK, path: `result${path}` });
    return cause === undefined ? failure : { ...failure, cause: this.#encode(cause) };
  }
}
