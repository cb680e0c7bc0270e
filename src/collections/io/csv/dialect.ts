// How a CSV file is written, and its bytes as the units that the automaton reads.
import { Kind } from "./states.ts";

export interface Dialect {
  /** One character. */
  readonly delimiter: string;
  /** One ASCII character, or none: then nothing is quoted. */
  readonly quote: string | undefined;
  /** Lines that begin with this ASCII character say nothing. */
  readonly comment: string | undefined;
  /** `\r` alone ends records; otherwise `\n` does, with or without `\r`. */
  readonly newline: "\n" | "\r";
  /** As TextDecoder names it. */
  readonly encoding: string;
}

/** Bytes of a file as the automaton reads them. */
export type Units = Uint8Array | Uint16Array;

export const unitBytes = ({ encoding }: Dialect): 1 | 2 => (encoding.startsWith("utf-16") ? 2 : 1);

export function unitsOf(bytes: Uint8Array, dialect: Dialect): Units {
  if (unitBytes(dialect) === 1) return bytes;
  const units = new Uint16Array(bytes.length >> 1);
  const high = dialect.encoding === "utf-16be" ? 0 : 1;
  for (let i = 0; i < units.length; i++) {
    units[i] = ((bytes[2 * i + high] as number) << 8) | (bytes[2 * i + 1 - high] as number);
  }
  return units;
}

/** Kinds of units by their value. */
export interface UnitKinds {
  readonly table: Uint8Array;
  /** What follows the first unit of the delimiter: not empty for a delimiter of several bytes, whose first is in no other character. */
  readonly rest: readonly number[];
}

/** @throws {RangeError} if the encoding has no such delimiter, or its characters cannot be told apart byte by byte */
export function unitKinds(dialect: Dialect): UnitKinds {
  const table = new Uint8Array(unitBytes(dialect) === 2 ? 65_536 : 256);
  for (const space of " \t\v\f") table[space.charCodeAt(0)] = Kind.space;
  if (dialect.comment !== undefined) table[dialect.comment.charCodeAt(0)] = Kind.comment;
  if (dialect.newline === "\r") {
    table[10] = Kind.space; // papaparse trims it after a quote
    table[13] = Kind.end;
  } else {
    table[10] = Kind.end;
    table[13] = Kind.return;
  }
  if (dialect.quote !== undefined) table[dialect.quote.charCodeAt(0)] = Kind.quote;
  const [first = 0, ...rest] = delimiterUnits(dialect);
  table[first] = Kind.delimiter;
  return { table, rest };
}

function delimiterUnits(dialect: Dialect): readonly number[] {
  const { delimiter, encoding } = dialect;
  if (unitBytes(dialect) === 2) return [delimiter.charCodeAt(0)];
  if (encoding === "utf-8") return [...new TextEncoder().encode(delimiter)];
  if (delimiter.charCodeAt(0) < FIRST_TRAIL_BYTE) return [delimiter.charCodeAt(0)];
  if (!MULTI_BYTE.test(encoding)) {
    const decoder = new TextDecoder(encoding);
    for (let byte = 0; byte < 256; byte++) if (decoder.decode(Uint8Array.of(byte)) === delimiter) return [byte];
  }
  throw new RangeError(
    `Cannot read CSV as "${encoding}" by delimiter "${delimiter}": it cannot be told from a part of another character, must be one of its own`,
  );
}

/** Encodings whose characters may have ASCII in their second byte, from "@" on. */
const MULTI_BYTE = /^(big5|gbk|gb18030|shift_jis|euc-kr|euc-jp)$/;
const FIRST_TRAIL_BYTE = 0x30;

/** Where the first unit of a character is, at or after a byte of the file. `bytes` begins there. */
export function firstUnit(bytes: Uint8Array, { encoding }: Dialect): number {
  if (encoding !== "utf-8") return 0;
  let at = 0;
  while (at < 3 && at < bytes.length && ((bytes[at] as number) & 0xc0) === 0x80) at++;
  return at;
}
