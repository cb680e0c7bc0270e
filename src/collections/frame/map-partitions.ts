// Functions of users on whole partitions.
import type { TaskFunction } from "../../graph/task-graph.ts";
import { applied, kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ColumnInputs } from "./column-from.ts";
import { tableFrom } from "./column-from.ts";
import type { FrameParts } from "./frame-parts.ts";
import type { Column, Schema, Table } from "./table.ts";

export interface MapPartitionsOptions {
  /** The columns of what the function returns. Default those that it takes. */
  readonly schema?: Schema;
}

/** The function gets a table and returns one, or columns as `fromColumns` takes them; at once or by a promise. */
export function mapParts(
  frame: FrameParts,
  fn: TaskFunction,
  { schema = frame.schema }: MapPartitionsOptions = {},
): FrameParts {
  const call = applied(kernel("mapPartition"), [fn]);
  const parts = frame.parts.map((part) => lazyPart("mapPartitions", call, [part], { value: { schema } }));
  return { schema, parts };
}

type Mapped = Table | ColumnInputs;

/** Kernel. @throws {TypeError} naming the column that is not as it was said */
export function mapPartition(
  fn: (table: Table) => Mapped | PromiseLike<Mapped>,
  { schema }: { schema: Schema },
  table: Table,
): Table | Promise<Table> {
  const mapped = fn(table);
  return isPromise(mapped)
    ? Promise.resolve(mapped).then((result) => checked(result, schema))
    : checked(mapped, schema);
}

const isPromise = (value: Mapped | PromiseLike<Mapped>): value is PromiseLike<Mapped> =>
  typeof (value as { then?: unknown }).then === "function";

function checked(mapped: Mapped, schema: Schema): Table {
  const { columns, rows } = isTable(mapped) ? mapped : tableFrom(mapped, schema);
  const result: Record<string, Column> = {};
  for (const [name, type] of Object.entries(schema)) {
    const column = columns[name];
    if (column?.type !== type) {
      const found = column === undefined ? "missing" : column.type;
      throw new TypeError(
        `Cannot take what a function made of a partition: column "${name}" is ${found}, must be ${type}`,
      );
    }
    result[name] = column;
  }
  return { rows, columns: result };
}

const isTable = (mapped: Mapped): mapped is Table =>
  typeof mapped.rows === "number" && typeof mapped.columns === "object" && !Array.isArray(mapped.columns);
