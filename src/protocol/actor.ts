// What a page may ask of an actor's end of a line. Each function is called through Comlink, which numbers the calls and
// their answers; failures travel as data, since Comlink itself would keep only name, message and stack of an error.
import type { Failure } from "../codec/failure.ts";

/** What a call came to. */
export type ActorOutcome =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "failure"; readonly failure: Failure };

export interface ActorEnd {
  /** Makes the instance; comes first, and once. */
  construct(args: readonly unknown[]): Promise<ActorOutcome>;
  /** Calls a method. */
  call(method: string, args: readonly unknown[]): Promise<ActorOutcome>;
  /** Reads a field. */
  read(field: string): Promise<ActorOutcome>;
}
