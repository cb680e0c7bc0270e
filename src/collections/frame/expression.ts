// Expressions of columns: `col("delay").gt(15).and(col("origin").eq("SEA"))`. They are written down here, checked against
// a frame's schema where they are used, and computed on workers by plain loops (`evaluate.ts`). Where a value is missing
// the result is missing, as pandas' nullable types have it; `and` and `or` know what they can all the same.
import type { Aggregation } from "./aggregation.ts";
import { duration } from "./duration.ts";
import type { Arithmetic, Comparison, Literal, Node, NumberFunction, TimePart } from "./expression-node.ts";
import type { ColumnType } from "./table.ts";

/** What may stand where an expression is wanted: a value means itself. */
export type Operand = Expression | Literal | Date | null;

export class Expression {
  /** @internal */
  readonly node: Node;

  /** @internal Use `col` and `lit`. */
  constructor(node: Node) {
    this.node = node;
  }

  /** Numbers give `f64`, two `i64` an `i64` that wraps; texts are joined; milliseconds can be added to timestamps. */
  add(other: Operand): Expression {
    return this.#with("add", other);
  }
  /** Two timestamps give milliseconds. */
  sub(other: Operand): Expression {
    return this.#with("sub", other);
  }
  mul(other: Operand): Expression {
    return this.#with("mul", other);
  }
  /** Always `f64`; dividing by 0 gives an infinity or NaN. */
  div(other: Operand): Expression {
    return this.#with("div", other);
  }
  /** What is left of a division, with the sign of the divisor as Python has it. */
  mod(other: Operand): Expression {
    return this.#with("mod", other);
  }
  /** The quotient, rounded down. */
  floorDiv(other: Operand): Expression {
    return this.#with("floorDiv", other);
  }

  eq(other: Operand): Expression {
    return this.#with("eq", other);
  }
  ne(other: Operand): Expression {
    return this.#with("ne", other);
  }
  lt(other: Operand): Expression {
    return this.#with("lt", other);
  }
  le(other: Operand): Expression {
    return this.#with("le", other);
  }
  gt(other: Operand): Expression {
    return this.#with("gt", other);
  }
  ge(other: Operand): Expression {
    return this.#with("ge", other);
  }
  /** Whether the value is one of these; never missing unless the value is. */
  isIn(values: readonly Literal[]): Expression {
    return new Expression({ op: "isIn", of: this.node, values: [...values] });
  }

  and(other: Operand): Expression {
    return new Expression({ op: "and", left: this.node, right: nodeOf(other) });
  }
  or(other: Operand): Expression {
    return new Expression({ op: "or", left: this.node, right: nodeOf(other) });
  }
  not(): Expression {
    return new Expression({ op: "not", of: this.node });
  }

  isMissing(): Expression {
    return new Expression({ op: "isMissing", of: this.node });
  }
  /** Whether it is not a number; a missing value is none. */
  isNaN(): Expression {
    return new Expression({ op: "isNaN", of: this.node });
  }
  /** Puts a value where one is missing. */
  fillMissing(value: Operand): Expression {
    return new Expression({ op: "fill", of: this.node, value: nodeOf(value) });
  }

  neg(): Expression {
    return this.#apply("neg");
  }
  abs(): Expression {
    return this.#apply("abs");
  }
  floor(): Expression {
    return this.#apply("floor");
  }
  ceil(): Expression {
    return this.#apply("ceil");
  }
  /** To the nearest whole number, halves to the even one. */
  round(): Expression {
    return this.#apply("round");
  }
  sqrt(): Expression {
    return this.#apply("sqrt");
  }
  /** The natural logarithm. */
  log(): Expression {
    return this.#apply("log");
  }
  exp(): Expression {
    return this.#apply("exp");
  }

  contains(text: string): Expression {
    return new Expression({ op: "contains", of: this.node, text });
  }
  startsWith(text: string): Expression {
    return new Expression({ op: "startsWith", of: this.node, text });
  }
  endsWith(text: string): Expression {
    return new Expression({ op: "endsWith", of: this.node, text });
  }
  lower(): Expression {
    return new Expression({ op: "lower", of: this.node });
  }
  upper(): Expression {
    return new Expression({ op: "upper", of: this.node });
  }
  trim(): Expression {
    return new Expression({ op: "trim", of: this.node });
  }
  /** Of a text, in code points. */
  length(): Expression {
    return new Expression({ op: "length", of: this.node });
  }

  /** Parts of a timestamp, in UTC or in the time of a zone: `col("date").hour("Europe/Vienna")`. */
  year(zone = "UTC"): Expression {
    return this.#part("year", zone);
  }
  /** 1 to 12. */
  month(zone = "UTC"): Expression {
    return this.#part("month", zone);
  }
  /** Of the month, 1 to 31. */
  day(zone = "UTC"): Expression {
    return this.#part("day", zone);
  }
  hour(zone = "UTC"): Expression {
    return this.#part("hour", zone);
  }
  minute(zone = "UTC"): Expression {
    return this.#part("minute", zone);
  }
  second(zone = "UTC"): Expression {
    return this.#part("second", zone);
  }
  /** Monday is 0, Sunday 6. */
  dayOfWeek(zone = "UTC"): Expression {
    return this.#part("dayOfWeek", zone);
  }
  /** 1 to 366. */
  dayOfYear(zone = "UTC"): Expression {
    return this.#part("dayOfYear", zone);
  }
  /** The start of the stretch of `every` (milliseconds, or "15m", "1h", "1d") that a timestamp is in, counted from midnight of 1970-01-01 (weeks: from Monday). */
  floorTime(every: number | string, zone = "UTC"): Expression {
    return new Expression({ op: "floorTime", of: this.node, every: duration(every), zone });
  }

  /**
   * As another type. Texts become numbers as `Number` reads them, and timestamps as ISO 8601; a value that does not fit
   * fails the task, naming the row.
   */
  cast(to: ColumnType): Expression {
    return new Expression({ op: "cast", of: this.node, to });
  }

  /** Aggregations, for `agg`: values that are missing are passed over. */
  count(): Aggregation {
    return { how: "count", of: this.node };
  }
  sum(): Aggregation {
    return { how: "sum", of: this.node };
  }
  mean(): Aggregation {
    return { how: "mean", of: this.node };
  }
  min(): Aggregation {
    return { how: "min", of: this.node };
  }
  max(): Aggregation {
    return { how: "max", of: this.node };
  }
  /** The standard deviation of a sample (divided by n - 1). */
  std(): Aggregation {
    return { how: "std", of: this.node };
  }
  median(): Aggregation {
    return { how: "quantile", of: this.node, at: 0.5 };
  }
  /** Between the two nearest values in proportion, as pandas' default. @throws {RangeError} unless `at` is from 0 to 1 */
  quantile(at: number): Aggregation {
    if (at >= 0 && at <= 1) return { how: "quantile", of: this.node, at };
    throw new RangeError(`Cannot take quantile ${at}: must be from 0 to 1`);
  }
  /** How many different values. */
  nunique(): Aggregation {
    return { how: "nunique", of: this.node };
  }
  /** The first value in the order of the rows. */
  first(): Aggregation {
    return { how: "first", of: this.node };
  }
  last(): Aggregation {
    return { how: "last", of: this.node };
  }

  #with(op: Arithmetic | Comparison, other: Operand): Expression {
    return new Expression({ op, left: this.node, right: nodeOf(other) });
  }

  #apply(op: NumberFunction): Expression {
    return new Expression({ op, of: this.node });
  }

  #part(op: TimePart, zone: string): Expression {
    return new Expression({ op, of: this.node, zone: checkedZone(zone) });
  }
}

/** The column of that name. */
export const col = (name: string): Expression => new Expression({ op: "column", name });

/** A value as an expression. */
export const lit = (value: Literal | Date | null): Expression => new Expression(nodeOf(value));

/** `yes` where `test` is true, `no` where it is false, and missing where it is missing. */
export function when(test: Expression, yes: Operand, no: Operand): Expression {
  return new Expression({ op: "when", test: test.node, yes: nodeOf(yes), no: nodeOf(no) });
}

/** How many rows, missing values or not; for `agg`. */
export const rowCount = (): Aggregation => ({ how: "rows" });

/** @throws {TypeError} for a value that no column can hold */
export function nodeOf(operand: Operand): Node {
  if (operand instanceof Expression) return operand.node;
  if (operand instanceof Date) return { op: "literal", value: operand.getTime(), type: "timestamp" };
  if (operand === null) return { op: "literal", value: null, type: "f64" };
  const type = ({ number: "f64", bigint: "i64", string: "string", boolean: "bool" } as const)[
    typeof operand as "number"
  ];
  if (type !== undefined) return { op: "literal", value: operand, type };
  throw new TypeError(`Cannot use ${typeof operand} in an expression: must be a number, text, boolean, bigint or Date`);
}

function checkedZone(zone: string): string {
  new Intl.DateTimeFormat("en", { timeZone: zone }); // throws a RangeError that names the zone
  return zone;
}
