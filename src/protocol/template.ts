// Arguments with holes, as they travel: the value of a call in template form.
import type { Path } from "../codec/holes.ts";

export interface ArgumentTemplate {
  readonly args: readonly unknown[];
  /** Where the inputs belong, in order. */
  readonly paths: readonly Path[];
}
