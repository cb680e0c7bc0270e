// What the page of an experiment posts to the command that serves it.
import type { JobMessage } from "../experiments/job.ts";

export type PageNews =
  | JobMessage
  /** All is measured. */
  | { readonly kind: "ended" }
  /** Nothing more will come. */
  | { readonly kind: "failed"; readonly message: string };
