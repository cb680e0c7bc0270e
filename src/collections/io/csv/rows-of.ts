// A slice of a CSV file as rows of cells, piece by piece: papaparse sees a few hundred KiB of text at a time, so that
// neither the text nor its rows are ever there at once.
import Papa from "papaparse";
import type { Dialect } from "./dialect.ts";
import type { Rows } from "./text-column.ts";

/** Rows in the order of the file, empty lines among them as rows of one empty cell. */
export interface Piece {
  readonly rows: Rows;
  /** What is wrong with rows, by their place in `rows`. */
  readonly faults: ReadonlyMap<number, string>;
}

const PIECE_BYTES = 256 * 1024;

/** @param newline how every line ends; with "mixed", `\r` before `\n` is part of the end */
export function* rowsOf(
  bytes: Uint8Array,
  dialect: Dialect,
  newline: "\n" | "\r\n" | "\r" | "mixed",
): Generator<Piece> {
  const decoder = new TextDecoder(dialect.encoding, { ignoreBOM: true });
  const parser = new Papa.Parser({
    delimiter: dialect.delimiter,
    newline: newline === "mixed" ? "\n" : newline,
    comments: dialect.comment ?? false,
    ...(dialect.quote === undefined ? { fastMode: true } : { quoteChar: dialect.quote }),
  });
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const isLast = at + PIECE_BYTES >= bytes.length;
    text += decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: !isLast });
    const result = parser.parse(text, 0, !isLast) as Papa.ParseResult<string[]>;
    if (!isLast) text = text.slice(result.meta.cursor);
    if (newline === "mixed") for (const row of result.data) dropReturn(row);
    yield { rows: result.data, faults: faultsOf(result) };
  }
}

function dropReturn(row: string[]): void {
  const last = row.at(-1) as string;
  if (last.endsWith("\r")) row[row.length - 1] = last.slice(0, -1);
}

/** Faults of a last row that is not complete yet are found again when it is. */
function faultsOf({ data, errors }: Papa.ParseResult<string[]>): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  for (const { row, code } of errors) {
    if (row === undefined || row >= data.length) continue;
    faults.set(row, code === "MissingQuotes" ? "its quotes are not closed" : "a quote is followed by other text");
  }
  return faults;
}
