// Failures as data: what a failure looks like on its way between threads. `encode-failure.ts` makes it from whatever was
// thrown, `decode-failure.ts` makes an error of it again. Knows the language's error classes and ours, none of the user's.
import type { ErrorCode, ErrorDetails } from "../base/errors.ts";

/** An error, or an object that looks like one. */
export interface ErrorFailure {
  readonly kind: "error";
  readonly name: string;
  readonly message: string;
  /** As the throwing thread wrote it; absent when it had none. */
  readonly stack?: string;
  /** Present when the error has a cause, even an undefined one. */
  readonly cause?: Failure;
  /** Present when the error has an array of errors, as an AggregateError has. */
  readonly errors?: readonly Failure[];
  /** Present for an EngineError only, together with `details`. */
  readonly code?: ErrorCode;
  readonly details?: ErrorDetails[ErrorCode];
  /** Own enumerable properties which are plain data; each is kept whole or left out. */
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** What was thrown: an error, a primitive or plain data as it is, or only a description of it. */
export type Failure =
  | ErrorFailure
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "opaque"; readonly text: string };

/** The record of a failure that the engine itself finds: no error need be made where nobody throws it. */
export function engineFailure<C extends ErrorCode>(code: C, message: string, details: ErrorDetails[C]): ErrorFailure {
  return { kind: "error", name: "EngineError", message, code, details };
}
