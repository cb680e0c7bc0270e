// Files have one type for each column, partitions need not: numbers of several types become `f64`.
import type { Column, ColumnType, Schema, Table } from "../../frame/table.ts";
import { arrayOf, isNumeric, schemaOf } from "../../frame/table.ts";

/** Kernel. What a partition holds; a column in which all is missing fits to any other. */
export function typesOfTable(table: Table): Schema {
  const types = Object.entries(schemaOf(table)).filter(([name]) => !isNothing(table.columns[name] as Column));
  return Object.fromEntries(types);
}

const isNothing = ({ valid, values }: Column): boolean => values.length === 0 || valid?.includes(1) === false;

/** Kernel. @throws {TypeError} naming a column whose partitions do not fit together */
export function commonSchema(declared: Schema, ...found: readonly Schema[]): Schema {
  const schema: Record<string, ColumnType> = {};
  for (const [name, type] of Object.entries(declared)) {
    const types = new Set(found.flatMap((each) => each[name] ?? []));
    const [first = type, ...others] = types;
    if (others.length > 0 && ![...types].every(isNumeric)) {
      throw new TypeError(
        `Cannot write column "${name}": partitions have ${[...types].join(" and ")}, must be of one type`,
      );
    }
    schema[name] = others.length === 0 ? first : "f64";
  }
  return schema;
}

/** The table with columns of these types, in this order. */
export function castTable(table: Table, schema: Schema): Table {
  const columns = Object.entries(schema).map(
    ([name, type]) => [name, cast(table.columns[name] as Column, type)] as const,
  );
  return { rows: table.rows, columns: Object.fromEntries(columns) };
}

function cast(column: Column, type: ColumnType): Column {
  if (column.type === type) return column;
  const values = arrayOf(type, column.values.length);
  if (!isNothing(column)) (values as Float64Array).set(column.values as Float64Array);
  const { valid } = column;
  return { type, values, ...(valid === undefined ? {} : { valid }), ...(type === "string" ? { dictionary: [] } : {}) };
}
