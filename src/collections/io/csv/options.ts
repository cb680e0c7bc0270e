// What `readCsv` may be told.
import type { ColumnType } from "../../frame/table.ts";
import type { PartitionChoice } from "../../plan/partition-count.ts";

export interface CsvOptions extends PartitionChoice {
  /** One character between cells. Default `,`. */
  readonly delimiter?: string;
  /** The ASCII character around cells that hold delimiters, ends of lines or itself, there twice; null: nothing is quoted. Default `"`. */
  readonly quote?: string | null;
  /** The ASCII character with which a line begins that is a comment. Default none. */
  readonly comment?: string;
  /** `\r` alone ends lines, or `\n` does, `\r\n` too. Default: what the head of the file shows. */
  readonly newline?: "\n" | "\r";
  /** As TextDecoder knows it. Default: what the byte order mark says, else UTF-8. Bytes that are no text become U+FFFD. */
  readonly encoding?: string;
  /** Whether the first record holds the names of the columns. Default true. */
  readonly header?: boolean;
  /** Names of all columns, in place of those in the file. */
  readonly names?: readonly string[];
  /** Types of columns; others are found from all their cells. With a type for each, partitions are ready one by one. */
  readonly types?: Readonly<Record<string, ColumnType>>;
  /** The spellings of a missing value. Default: those of pandas, the empty cell among them. */
  readonly missing?: readonly string[];
  /** What to do with a row that cannot be read: fail, or go on without it and keep a note. Default `fail`. */
  readonly onBadRow?: "fail" | "skip";
  /** Whether a row with too few cells is a bad one, or is filled up with missing values. Default `bad`. */
  readonly shortRows?: "bad" | "fill";
}

/** @throws {TypeError | RangeError} for options that make no sense */
export function checkCsvOptions(options: CsvOptions): void {
  const { delimiter = ",", quote = '"', comment } = options;
  if (delimiter.length !== 1 || /[\r\n]/.test(delimiter)) {
    throw new RangeError(
      `Cannot read CSV by delimiter ${JSON.stringify(delimiter)}: must be one character and no end of a line`,
    );
  }
  for (const [name, mark] of Object.entries({ quote, comment })) {
    if (mark === null || mark === undefined) continue;
    if (!/^[!-~]$/.test(mark) || mark === delimiter) {
      throw new RangeError(
        `Cannot read CSV with ${name} ${JSON.stringify(mark)}: must be one visible ASCII character other than the delimiter`,
      );
    }
  }
  if (quote !== null && quote === comment)
    throw new RangeError(`Cannot read CSV with comment "${comment}": that is the quote too`);
}
