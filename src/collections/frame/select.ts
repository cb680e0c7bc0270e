// Columns chosen, named anew, left out.
import type { ColumnUse } from "../plan/column-use.ts";
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { FrameParts } from "./frame-parts.ts";
import { checkColumns, columnType } from "./schema.ts";
import type { Column, ColumnType, Schema, Table } from "./table.ts";

/** Old names by new ones, in the order of the result. */
type Choice = Readonly<Record<string, string>>;

/** The columns of these names, in this order. @throws {RangeError} for an unknown name */
export function selectColumns(frame: FrameParts, names: readonly string[]): FrameParts {
  checkColumns(frame.schema, names, "select");
  return chosen("select", frame, Object.fromEntries(names.map((name) => [name, name])));
}

/** All columns but these. @throws {RangeError} for an unknown name */
export function dropColumns(frame: FrameParts, names: readonly string[]): FrameParts {
  checkColumns(frame.schema, names, "drop");
  const kept = Object.keys(frame.schema).filter((name) => !names.includes(name));
  return chosen("drop", frame, Object.fromEntries(kept.map((name) => [name, name])));
}

/** Columns under new names (new by old); all others stay as they are. @throws {RangeError} for an unknown name, or one taken twice */
export function renameColumns(frame: FrameParts, names: Readonly<Record<string, string>>): FrameParts {
  checkColumns(frame.schema, Object.keys(names), "rename");
  const choice: Record<string, string> = {};
  for (const old of Object.keys(frame.schema)) {
    const name = names[old] ?? old;
    if (name in choice)
      throw new RangeError(`Cannot rename: two columns would be "${name}", must have different names`);
    choice[name] = old;
  }
  return chosen("rename", frame, choice);
}

function chosen(kind: string, frame: FrameParts, choice: Choice): FrameParts {
  const use: ColumnUse = {
    needs: (wanted) => new Set(Object.entries(choice).flatMap(([name, old]) => (isIn(wanted, name) ? [old] : []))),
    narrow: (value, wanted) => Object.fromEntries(Object.entries(value as Choice).filter(([name]) => wanted.has(name))),
    bytes: (bytes, wanted) => narrowBytes(schema, bytes, wanted),
  };
  const schema = Object.fromEntries(
    Object.entries(choice).map(([name, old]) => [name, columnType(frame.schema, old, kind)]),
  );
  const parts = frame.parts.map((part) => {
    const bytes =
      part.bytes === undefined ? undefined : narrowBytes(frame.schema, part.bytes, new Set(Object.values(choice)));
    return lazyPart(kind, kernel("chooseColumns"), [part], { value: choice, use, bytes });
  });
  return { schema, parts };
}

const isIn = (wanted: ReadonlySet<string> | "all", name: string): boolean => wanted === "all" || wanted.has(name);

/** The share of the bytes that these columns have, by the widths of their types. */
export function narrowBytes(schema: Schema, bytes: number, wanted: ReadonlySet<string>): number {
  let [all, kept] = [0, 0];
  for (const [name, type] of Object.entries(schema)) {
    all += WIDTHS[type];
    if (wanted.has(name)) kept += WIDTHS[type];
  }
  return all === 0 ? 0 : Math.ceil((bytes * kept) / all);
}

const WIDTHS: Readonly<Record<ColumnType, number>> = {
  ...{ f64: 8, timestamp: 8, i64: 8, f32: 4, i32: 4, u32: 4, string: 8, i16: 2, u16: 2, i8: 1, u8: 1, bool: 1 },
};

/** Kernel. */
export function chooseColumns(choice: Choice, { rows, columns }: Table): Table {
  return {
    rows,
    columns: Object.fromEntries(Object.entries(choice).map(([name, old]) => [name, columns[old] as Column])),
  };
}
