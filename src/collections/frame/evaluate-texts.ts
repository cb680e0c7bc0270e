// Texts: each is looked at once, in the dictionary, and not once per row.
import { bothValid } from "./evaluate-truth.ts";
import type { Comparison } from "./expression-node.ts";
import type { Column } from "./table.ts";
import { withValid } from "./take.ts";
import { compareTexts } from "./words.ts";

export const bothTexts = (a: Column, b: Column): boolean => a.type === "string" && b.type === "string";

export function testTexts(column: Column, test: (text: string) => boolean): Column {
  const codes = column.values as Uint32Array;
  const holds = Uint8Array.from(column.dictionary ?? [], (text) => (test(text) ? 1 : 0));
  const values = new Uint8Array(codes.length);
  for (let row = 0; row < values.length; row++) values[row] = holds[codes[row] as number] ?? 0;
  return withValid({ type: "bool", values }, column.valid);
}

export function mapTexts(column: Column, map: (text: string) => string): Column {
  const known = new Map<string, number>();
  const places = Uint32Array.from(column.dictionary ?? [], (text) => codeOf(known, map(text)));
  const values = (column.values as Uint32Array).map((code) => places[code] ?? 0);
  return withValid({ type: "string", values, dictionary: [...known.keys()] }, column.valid);
}

export function textLengths(column: Column): Column {
  const lengths = Float64Array.from(column.dictionary ?? [], (text) => [...text].length);
  const values = Float64Array.from(column.values as Uint32Array, (code) => lengths[code] ?? 0);
  return withValid({ type: "f64", values }, column.valid);
}

export function joinTexts(a: Column, b: Column): Column {
  const known = new Map<string, number>();
  const valid = bothValid(a, b);
  const values = new Uint32Array(a.values.length);
  for (let row = 0; row < values.length; row++) {
    if (valid?.[row] !== 0) values[row] = codeOf(known, textAt(a, row) + textAt(b, row));
  }
  return withValid({ type: "string", values, dictionary: [...known.keys()] }, valid);
}

export function compareTextColumns(op: Comparison, a: Column, b: Column): Column {
  const test = TEXT_COMPARISONS[op];
  const values = new Uint8Array(a.values.length);
  const valid = bothValid(a, b);
  for (let row = 0; row < values.length; row++) {
    if (valid?.[row] !== 0) values[row] = test(textAt(a, row), textAt(b, row)) ? 1 : 0;
  }
  return withValid({ type: "bool", values }, valid);
}

export const TEXT_COMPARISONS: Readonly<Record<Comparison, (a: string, b: string) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => compareTexts(a, b) < 0,
  le: (a, b) => compareTexts(a, b) <= 0,
  gt: (a, b) => compareTexts(a, b) > 0,
  ge: (a, b) => compareTexts(a, b) >= 0,
};

const textAt = ({ values, dictionary }: Column, row: number): string => dictionary?.[values[row] as number] ?? "";

function codeOf(known: Map<string, number>, text: string): number {
  let code = known.get(text);
  if (code === undefined) known.set(text, (code = known.size));
  return code;
}
