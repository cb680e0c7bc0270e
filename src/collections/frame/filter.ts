// Rows for which something holds.
import type { TaskFunction } from "../../graph/task-graph.ts";
import type { ColumnUse } from "../plan/column-use.ts";
import { applied, kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { evaluate } from "./evaluate.ts";
import { trueRows } from "./evaluate-truth.ts";
import { Expression } from "./expression.ts";
import type { Node } from "./expression-node.ts";
import { columnsOf, textOf } from "./expression-node.ts";
import { typeOf } from "./expression-type.ts";
import type { FrameParts } from "./frame-parts.ts";
import { passesOn } from "./frame-parts.ts";
import type { Row } from "./row-view.ts";
import { eachRow } from "./row-view.ts";
import type { Table } from "./table.ts";
import { takeRows, withColumns } from "./take.ts";

/**
 * The rows for which the expression is true (missing is not true), or for which the function returns true.
 * @throws {TypeError} if the expression is not one of true and false
 */
export function filterRows(frame: FrameParts, test: Expression | TaskFunction): FrameParts {
  if (!(test instanceof Expression)) return filteredBy(frame, test);
  const type = typeOf(test.node, frame.schema);
  if (type !== "bool") throw new TypeError(`Cannot filter by ${textOf(test.node)}: it is ${type}, must be bool`);
  const use: ColumnUse = {
    ...passesOn(columnsOf(test.node)),
    narrow: (value, wanted) => ({ ...(value as FilterSpec), columns: [...wanted] }),
  };
  const parts = frame.parts.map((part) =>
    lazyPart("filter", kernel("filterByExpression"), [part], { value: { test: test.node }, use, bytes: part.bytes }),
  );
  return { schema: frame.schema, parts };
}

interface FilterSpec {
  readonly test: Node;
  /** The columns that are wanted of the result; absent: all. */
  readonly columns?: readonly string[];
}

function filteredBy(frame: FrameParts, test: TaskFunction): FrameParts {
  const fn = applied(kernel("filterByFunction"), [test]);
  return {
    schema: frame.schema,
    parts: frame.parts.map((part) => lazyPart("filter", fn, [part], { bytes: part.bytes })),
  };
}

/** Kernel. A partition of which all rows stay is handed on as it is. */
export function filterByExpression({ test, columns }: FilterSpec, table: Table): Table {
  const rows = trueRows(evaluate(test, table));
  const wanted = withColumns(table, columns);
  return rows.length === table.rows ? wanted : takeRows(wanted, rows);
}

/** Kernel. */
export function filterByFunction(test: (row: Row) => unknown, table: Table): Table {
  const rows = new Uint32Array(table.rows);
  let count = 0;
  eachRow(table, (view, row) => {
    if (test(view) === true) rows[count++] = row;
  });
  return count === table.rows ? table : takeRows(table, rows.subarray(0, count));
}
