// The task of `toCsv`.
import type { Column, Table } from "../../frame/table.ts";
import type { CsvOutputOptions } from "./to-csv.ts";

const PIECE_ROWS = 8192;

export function writeCsvPart(options: CsvOutputOptions, table: Table): Uint8Array {
  const { delimiter = ",", newline = "\n", header = true, missing = "" } = options;
  const encoder = new TextEncoder();
  const names = Object.keys(table.columns);
  const isAlone = names.length === 1;
  const quoted = quoter(delimiter, isAlone);
  const cells = Object.values(table.columns).map((column) => cellsOf(column, quoted, quoted(missing)));
  const pieces: Uint8Array[] = [];
  if (header) pieces.push(encoder.encode(names.map(quoted).join(delimiter) + newline));
  for (let from = 0; from < table.rows; from += PIECE_ROWS) {
    let text = "";
    for (let row = from; row < Math.min(table.rows, from + PIECE_ROWS); row++) {
      for (let c = 0; c < cells.length; c++) {
        if (c > 0) text += delimiter;
        text += (cells[c] as (row: number) => string)(row);
      }
      text += newline;
    }
    pieces.push(encoder.encode(text));
  }
  return joined(pieces);
}

/** A line of nothing would be no row, so it gets quotes. */
function quoter(delimiter: string, isAlone: boolean): (text: string) => string {
  const special = ['"', "\r", "\n", delimiter];
  return (text) =>
    special.some((mark) => text.includes(mark)) || (isAlone && text === "") ? `"${text.replaceAll('"', '""')}"` : text;
}

function cellsOf(column: Column, quoted: (text: string) => string, missing: string): (row: number) => string {
  const { type, values, valid, dictionary = [] } = column;
  const texts = dictionary.map(quoted);
  const read = (row: number): string => {
    const value = values[row] as number | bigint;
    if (type === "string") return texts[Number(value)] as string;
    if (type === "bool") return value === 0 ? "false" : "true";
    return type === "timestamp" ? timeText(Number(value)) : numberText(value);
  };
  return valid === undefined ? read : (row) => (valid[row] === 0 ? missing : read(row));
}

function numberText(value: number | bigint): string {
  if (Object.is(value, -0)) return "-0";
  const text = String(value);
  return text.endsWith("Infinity") ? text.replace("Infinity", "inf") : text;
}

/** With as many digits of the second as there are. */
function timeText(milliseconds: number): string {
  const whole = Math.floor(milliseconds);
  const text = new Date(whole).toISOString();
  const rest = Math.round((milliseconds - whole) * 1000);
  return rest === 0 ? text : `${text.slice(0, -1)}${String(rest).padStart(3, "0")}Z`;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
