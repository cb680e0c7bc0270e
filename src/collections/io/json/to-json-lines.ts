// `toJsonLines`: a file with the rows of each partition in order.
import type { DataFrame } from "../../frame/data-frame.ts";
import { ioKernel } from "../../plan/kernel-functions.ts";
import { lazyPart } from "../../plan/lazy-part.ts";
import { Output } from "../output/output.ts";

/** A JSON object in each line; timestamps as ISO 8601 in UTC, NaN and the infinities as null. */
export function toJsonLines(frame: DataFrame): Output {
  const parts = frame.frame.parts.map((part) => lazyPart("write-json", ioKernel("writeJsonPart"), [part]));
  return new Output(parts, "application/jsonl");
}
