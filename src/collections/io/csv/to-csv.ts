// `toCsv`: a file with the rows of each partition in order.
import type { DataFrame } from "../../frame/data-frame.ts";
import { ioKernel } from "../../plan/kernel-functions.ts";
import { lazyPart } from "../../plan/lazy-part.ts";
import { Output } from "../output/output.ts";

export interface CsvOutputOptions {
  /** Default `,`. */
  readonly delimiter?: string;
  /** Default `\n`. */
  readonly newline?: "\n" | "\r\n";
  /** Whether the first record holds the names of the columns. Default true. */
  readonly header?: boolean;
  /** What stands for a missing value. Default: nothing. */
  readonly missing?: string;
}

/** UTF-8; timestamps as ISO 8601 in UTC, whole numbers without a point. */
export function toCsv(frame: DataFrame, options: CsvOutputOptions = {}): Output {
  const { header = true } = options;
  const parts = frame.frame.parts.map((part, i) =>
    lazyPart("write-csv", ioKernel("writeCsvPart"), [part], { value: { ...options, header: header && i === 0 } }),
  );
  return new Output(parts, "text/csv;charset=utf-8");
}
