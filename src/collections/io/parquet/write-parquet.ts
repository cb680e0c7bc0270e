// `toParquet`: a file with a row group for each partition. Tasks write the groups; a last one writes the footer, in which
// their places are moved to where they come to stand.
import type { DataFrame } from "../../frame/data-frame.ts";
import { ioKernel } from "../../plan/kernel-functions.ts";
import { lazyPart } from "../../plan/lazy-part.ts";
import { Output } from "../output/output.ts";
import { schemaPart } from "../output/schema-part.ts";

export interface ParquetOutputOptions {
  /** Default `SNAPPY`. */
  readonly codec?: "SNAPPY" | "UNCOMPRESSED";
}

/** A Parquet file. Timestamps count microseconds without a zone. */
export function toParquet(frame: DataFrame, { codec = "SNAPPY" }: ParquetOutputOptions = {}): Output {
  const schema = schemaPart(frame);
  const written = frame.frame.parts.map((part) =>
    lazyPart("write-parquet", ioKernel("writeRowGroup"), [part, schema], { value: { codec } }),
  );
  const bodies = written.map((part, i) =>
    lazyPart("write-parquet", ioKernel("bytesOfRowGroup"), [part], { value: { isFirst: i === 0 } }),
  );
  const places = written.map((part) => lazyPart("write-parquet", ioKernel("placesOfRowGroup"), [part]));
  const footer = lazyPart("write-parquet", ioKernel("writeParquetFooter"), [schema, ...places]);
  return new Output([...bodies, footer], "application/vnd.apache.parquet");
}
