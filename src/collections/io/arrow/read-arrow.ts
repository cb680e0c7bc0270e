// `readArrow`: a frame of an Arrow IPC stream or file. Only the heads of its messages are read here.
import { DataFrame } from "../../frame/data-frame.ts";
import type { ColumnUse } from "../../plan/column-use.ts";
import { ioKernel } from "../../plan/kernel-functions.ts";
import type { LazyPart } from "../../plan/lazy-part.ts";
import { lazyPart } from "../../plan/lazy-part.ts";
import type { Input } from "../input.ts";
import { openInput } from "../input.ts";
import { nameOfSource, readRange, sizeOfSource } from "../source.ts";
import type { ArrowPart, Stretch } from "./kernels.ts";
import { findMessages } from "./messages.ts";

/**
 * A frame with a partition for each record batch. Numbers are not copied; whole numbers of 64 bits stay `i64`, dates and
 * timestamps become `timestamp`, lists and structs their JSON as `string`.
 * @throws {Error} if it is no Arrow IPC stream or file
 */
export async function readArrow(input: Input): Promise<DataFrame> {
  const source = await openInput(input);
  const messages = await findMessages((start, end) => readRange(source, start, end), sizeOfSource(source)).catch(
    (error: unknown) => {
      throw new Error(`Cannot read ${nameOfSource(source)}: ${(error as Error).message}`, { cause: error });
    },
  );
  const [schema, ...others] = messages.map(({ kind, start, end, rows }) => ({
    kind,
    rows,
    at: [start, end] as Stretch,
  }));
  const at = schema?.at as Stretch;
  const dictionaries: Stretch[] = [];
  const parts: LazyPart[] = [];
  for (const { kind, at: batch, rows } of others) {
    if (kind === "dictionary") dictionaries.push(batch);
    if (kind !== "batch") continue;
    const value: ArrowPart = { source, schema: at, dictionaries: [...dictionaries], batch, rows };
    const bytes = batch[1] - batch[0];
    parts.push(lazyPart("read-arrow", ioKernel("readArrowBatch"), [], { value, bytes, use: NARROW }));
  }
  const { schemaOfArrow } = await import("./schema.ts"); // a chunk of its own, with flechette
  return new DataFrame({ parts, schema: schemaOfArrow(await readRange(source, ...at)) });
}

const NARROW: ColumnUse = {
  needs: () => "all",
  narrow: (value, wanted) => ({ ...(value as ArrowPart), wanted: [...wanted] }),
};
