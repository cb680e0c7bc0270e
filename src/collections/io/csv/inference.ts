// What a column of text holds, found cell by cell. The kinds are a lattice: whatever the order in which cells are met, and
// whichever partition has them, the column comes to the same kind.
import type { ColumnType } from "../../frame/table.ts";
import { isInteger, readBoolean, readInteger, readNumber, readTimestamp } from "./cells.ts";

/** `i53`: whole numbers that a double holds. */
export type Inferred = "empty" | "bool" | "i32" | "i53" | "i64" | "f64" | "timestamp" | "string";

/** From narrow to wide: each number of one is (nearly, for i64) one of the next. */
const NUMBERS: readonly Inferred[] = ["i32", "i53", "i64", "f64"];

/** The narrowest kind that holds both. */
export function widest(a: Inferred, b: Inferred): Inferred {
  if (a === b || b === "empty") return a;
  if (a === "empty") return b;
  const [i, j] = [NUMBERS.indexOf(a), NUMBERS.indexOf(b)];
  return i < 0 || j < 0 ? "string" : (NUMBERS[Math.max(i, j)] as Inferred);
}

/** The narrowest kind of a text that is not missing. Whole numbers beyond 64 bits are text: they are names, mostly. */
export function kindOfText(text: string): Inferred {
  if (isInteger(text)) {
    const value = readInteger(text);
    return value === undefined ? "string" : kindOfWhole(Number(value));
  }
  if (readNumber(text) !== undefined) return "f64";
  if (readBoolean(text) !== undefined) return "bool";
  return readTimestamp(text) === undefined ? "string" : "timestamp";
}

export function kindOfWhole(value: number): "i32" | "i53" | "i64" {
  if (value === (value | 0)) return "i32";
  return Number.isSafeInteger(value) ? "i53" : "i64";
}

/** The type of a column of that kind. A column where all is missing holds numbers, as pandas has it. */
export const typeOf = (kind: Inferred): ColumnType => (kind === "i53" || kind === "empty" ? "f64" : kind);
