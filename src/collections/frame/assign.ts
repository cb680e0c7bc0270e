// New columns.
import type { TaskFunction } from "../../graph/task-graph.ts";
import type { ColumnUse } from "../plan/column-use.ts";
import { applied, kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { ColumnBuilder } from "./column-from.ts";
import { evaluate } from "./evaluate.ts";
import type { Operand } from "./expression.ts";
import { Expression, nodeOf } from "./expression.ts";
import type { Node } from "./expression-node.ts";
import { columnsOf } from "./expression-node.ts";
import { typeOf } from "./expression-type.ts";
import type { FrameParts } from "./frame-parts.ts";
import type { Row } from "./row-view.ts";
import { eachRow } from "./row-view.ts";
import type { Column, ColumnType, Table } from "./table.ts";

/** A column of a function that is called with each row; `type` is what it returns, null for a missing value. */
export interface ComputedColumn {
  readonly type: ColumnType;
  readonly by: TaskFunction;
}

export type Assignments = Readonly<Record<string, Operand | ComputedColumn>>;

/**
 * The frame with further columns, or others in the place of some. All are computed from the columns that were there before.
 * @throws {RangeError} for unknown columns, {TypeError} for what does not fit
 */
export function assignColumns(frame: FrameParts, columns: Assignments): FrameParts {
  const nodes: Record<string, Node> = {};
  let result = frame;
  for (const [name, what] of Object.entries(columns)) {
    if (isComputed(what)) result = assignComputed(result, frame, name, what);
    else nodes[name] = nodeOf(what);
  }
  return Object.keys(nodes).length === 0 ? result : assignNodes(result, nodes);
}

const isComputed = (what: Operand | ComputedColumn): what is ComputedColumn =>
  typeof what === "object" && what !== null && !(what instanceof Expression) && "by" in what;

function assignNodes(frame: FrameParts, nodes: Readonly<Record<string, Node>>): FrameParts {
  const types = Object.entries(nodes).map(([name, node]) => [name, typeOf(node, frame.schema)] as const);
  const use: ColumnUse = {
    needs(wanted) {
      if (wanted === "all") return "all";
      const needed = new Set([...wanted].filter((name) => !Object.hasOwn(nodes, name)));
      for (const name of wanted) for (const read of columnsIn(nodes[name])) needed.add(read);
      return needed;
    },
    narrow: (value, wanted) => Object.fromEntries(Object.entries(value as object).filter(([name]) => wanted.has(name))),
  };
  const schema = { ...frame.schema, ...Object.fromEntries(types) };
  const parts = frame.parts.map((part) =>
    lazyPart("assign", kernel("assignByExpressions"), [part], {
      value: nodes,
      use,
      bytes: grown(frame, part.bytes, schema),
    }),
  );
  return { schema, parts };
}

const columnsIn = (node: Node | undefined): Iterable<string> => (node === undefined ? [] : columnsOf(node));

const grown = ({ schema }: FrameParts, bytes: number | undefined, larger: object): number | undefined =>
  bytes === undefined
    ? undefined
    : Math.ceil((bytes * Object.keys(larger).length) / Math.max(1, Object.keys(schema).length));

function assignComputed(frame: FrameParts, from: FrameParts, name: string, column: ComputedColumn): FrameParts {
  const fn = applied(kernel("assignByFunction"), [column.by]);
  const value = { name, type: column.type, columns: Object.keys(from.schema) };
  const schema = { ...frame.schema, [name]: column.type };
  const parts = frame.parts.map((part) =>
    lazyPart("assign", fn, [part], { value, bytes: grown(frame, part.bytes, schema) }),
  );
  return { schema, parts };
}

/** Kernel. */
export function assignByExpressions(nodes: Readonly<Record<string, Node>>, table: Table): Table {
  const columns: Record<string, Column> = { ...table.columns };
  for (const [name, node] of Object.entries(nodes)) columns[name] = evaluate(node, table);
  return { rows: table.rows, columns };
}

/** Kernel. @throws {TypeError} naming the row for which the function returned something else than it said */
export function assignByFunction(
  by: (row: Row) => unknown,
  { name, type }: { name: string; type: ColumnType },
  table: Table,
): Table {
  const builder = new ColumnBuilder(type, table.rows);
  eachRow(table, (view, row) => {
    const value = by(view);
    if (builder.set(row, value)) return;
    throw new TypeError(
      `Cannot assign column "${name}": for row ${row} of a partition its function returned ${String(value)}, must be ${type}`,
    );
  });
  return { rows: table.rows, columns: { ...table.columns, [name]: builder.finish() } };
}
