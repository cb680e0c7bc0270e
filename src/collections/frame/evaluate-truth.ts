// True, false and missing.
import type { Column } from "./table.ts";

/** Valid where both are; undefined if all are. */
export function bothValid({ valid: one }: Column, { valid: other }: Column): Uint8Array | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const both = new Uint8Array(one.length);
  for (let row = 0; row < both.length; row++) both[row] = (one[row] as number) & (other[row] as number);
  return both;
}

/** `false and missing` is false, `true or missing` is true; else what has something missing is missing. */
export function orderedLogic(op: "and" | "or", one: Column, other: Column): Column {
  const [a, b] = [one.values as Uint8Array, other.values as Uint8Array];
  const values = new Uint8Array(a.length);
  for (let row = 0; row < values.length; row++) {
    values[row] = op === "and" ? (a[row] as number) & (b[row] as number) : (a[row] as number) | (b[row] as number);
  }
  if (one.valid === undefined && other.valid === undefined) return { type: "bool", values };
  const decisive = op === "and" ? 0 : 1;
  const valid = new Uint8Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const [isOne, isOther] = [one.valid?.[row] !== 0, other.valid?.[row] !== 0];
    const isDecided = (isOne && a[row] === decisive) || (isOther && b[row] === decisive);
    if (isDecided) values[row] = decisive;
    valid[row] = isDecided || (isOne && isOther) ? 1 : 0;
  }
  return { type: "bool", values, valid };
}

export function notColumn({ values, valid }: Column): Column {
  const turned = (values as Uint8Array).map((value) => 1 - value);
  return valid === undefined ? { type: "bool", values: turned } : { type: "bool", values: turned, valid };
}

/** The rows where a column of truth is true; what is missing is not. */
export function trueRows({ values, valid }: Column): Uint32Array {
  const rows = new Uint32Array(values.length);
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    if (values[row] === 1 && (valid === undefined || valid[row] === 1)) rows[count++] = row;
  }
  return rows.subarray(0, count);
}
