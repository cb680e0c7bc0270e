// `toArrow`: an IPC stream with a record batch for each partition.
import type { DataFrame } from "../../frame/data-frame.ts";
import { ioKernel } from "../../plan/kernel-functions.ts";
import { lazyPart } from "../../plan/lazy-part.ts";
import { Output } from "../output/output.ts";
import { schemaPart } from "../output/schema-part.ts";

/** An Arrow IPC stream. Timestamps count microseconds without a zone. */
export function toArrow(frame: DataFrame): Output {
  const schema = schemaPart(frame);
  const parts = frame.frame.parts.map((part, i) =>
    lazyPart("write-arrow", ioKernel("writeArrowBatch"), [part, schema], { value: { isFirst: i === 0 } }),
  );
  const end = lazyPart("write-arrow", ioKernel("endOfArrow"), []);
  return new Output([...parts, end], "application/vnd.apache.arrow.stream");
}
