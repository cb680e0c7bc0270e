// How a worker gets a part of its script that is not beside it: it asks the thread that started it for the text. Posted
// alone, at any time.

/** The parts of a worker's script, by what they are for; each is a file `worker-*.js` beside it. */
export type PartName =
  | "exchange"
  | "functions"
  | "large"
  | "spill"
  | "supervised"
  | "pack"
  | "unpack"
  | "lines"
  | "executors"
  | "timings";

/** From a worker: send me the text of this part. */
export interface PartWanted {
  readonly kind: "part-wanted";
  readonly name: PartName;
}

/** To a worker: the answer; without a text there is none. */
export interface PartText {
  readonly kind: "part";
  readonly name: PartName;
  readonly text: string | undefined;
}

/** What a worker wants, or undefined if the message is something else. */
export function parsePartWanted(value: unknown): PartWanted | undefined {
  return isOfKind(value, "part-wanted") ? (value as PartWanted) : undefined;
}

/** A part's text, or undefined if the message is something else. */
export function parsePartText(value: unknown): PartText | undefined {
  return isOfKind(value, "part") ? (value as PartText) : undefined;
}

function isOfKind(value: unknown, kind: string): boolean {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === kind;
}
