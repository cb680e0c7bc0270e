// Aggregations as data: what `agg` takes, and the types of what they give.
import type { Node } from "./expression-node.ts";
import { textOf } from "./expression-node.ts";
import { typeOf } from "./expression-type.ts";
import type { ColumnType, Schema } from "./table.ts";
import { isNumeric } from "./table.ts";

export type Aggregation =
  | { readonly how: "rows" }
  | { readonly how: "count" | "sum" | "mean" | "std" | "min" | "max" | "first" | "last" | "nunique"; readonly of: Node }
  | { readonly how: "quantile"; readonly of: Node; readonly at: number };

/** By the name of the column that it gives. */
export type Aggregations = Readonly<Record<string, Aggregation>>;

/** The type of what an aggregation gives. @throws {TypeError} naming the column that does not fit */
export function aggregateType(aggregation: Aggregation, schema: Schema): ColumnType {
  if (aggregation.how === "rows") return "f64";
  const type = typeOf(aggregation.of, schema);
  switch (aggregation.how) {
    case "count":
    case "nunique":
      return "f64";
    case "sum":
      if (type === "i64") return "i64";
      return numbersOnly(aggregation, type, type !== "timestamp");
    case "mean":
    case "quantile":
      numbersOnly(aggregation, type, true);
      return type === "timestamp" ? "timestamp" : "f64";
    case "std":
      return numbersOnly(aggregation, type, true);
    default:
      return type;
  }
}

function numbersOnly({ how, of }: Extract<Aggregation, { of: Node }>, type: ColumnType, fits: boolean): "f64" {
  if (fits && (isNumeric(type) || type === "bool" || type === "i64")) return "f64";
  throw new TypeError(`Cannot take the ${how} of ${textOf(of)}: it is ${type}, must be of numbers`);
}
