// `readCsv`: a frame of a CSV file. Only the file's head is read here; the rest is read by the tasks.
import { DataFrame } from "../../frame/data-frame.ts";
import type { Input } from "../input.ts";
import { openInput } from "../input.ts";
import { csvParts } from "./csv-parts.ts";
import type { CsvOptions } from "./options.ts";
import { checkCsvOptions } from "./options.ts";

/**
 * A frame with a partition for each slice of the file, wherever in a quoted cell a cut falls. Types are those given, else
 * the narrowest that hold all cells of a column (`i32`, `f64`, `i64`, `bool`, `timestamp` of ISO 8601, `string`); `dtypes`
 * shows what the first 64 KiB hold until the frame is computed. To find them, all slices are parsed before the first is
 * handed on; with a type for each column partitions come one by one and no more than a few are in memory.
 * @throws {RangeError} for options that make no sense, or a type of a column that is not there; {Error} if nothing can be read
 */
export async function readCsv(input: Input, options: CsvOptions = {}): Promise<DataFrame> {
  checkCsvOptions(options);
  const source = await openInput(input);
  const { readHead } = await import("./head.ts"); // a chunk of its own, with papaparse
  const head = await readHead(source, options);
  for (const name of Object.keys(options.types ?? {})) {
    if (head.names.includes(name)) continue;
    const known = head.names.map((each) => `"${each}"`).join(", ");
    throw new RangeError(`Cannot give column "${name}" a type: it is not there, must be one of ${known}`);
  }
  return new DataFrame(csvParts(source, head, options));
}
