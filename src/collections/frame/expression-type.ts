// The type that an expression has in a frame; what does not fit is found here, before anything runs.
import type { ArithmeticNode, ComparisonNode, Node } from "./expression-node.ts";
import { textOf } from "./expression-node.ts";
import { columnType } from "./schema.ts";
import type { ColumnType, Schema } from "./table.ts";
import { isNumeric } from "./table.ts";

/** @throws {RangeError} for a column that is not there; {TypeError} naming what is of the wrong type */
export function typeOf(node: Node, schema: Schema): ColumnType {
  switch (node.op) {
    case "column":
      return columnType(schema, node.name, "use an expression");
    case "literal":
      return node.type;
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "mod":
    case "floorDiv":
      return arithmeticType(node, schema);
    case "eq":
    case "ne":
    case "lt":
    case "le":
    case "gt":
    case "ge":
      return comparisonType(node, schema);
    case "and":
    case "or":
      expect(node.left, schema, "bool");
      expect(node.right, schema, "bool");
      return "bool";
    case "not":
      return expect(node.of, schema, "bool");
    case "isMissing":
      typeOf(node.of, schema);
      return "bool";
    case "isNaN":
      expectNumber(node.of, schema);
      return "bool";
    case "neg":
    case "abs":
      return expectNumber(node.of, schema) === "i64" ? "i64" : "f64";
    case "floor":
    case "ceil":
    case "round":
    case "sqrt":
    case "log":
    case "exp":
      expectNumber(node.of, schema);
      return "f64";
    case "contains":
    case "startsWith":
    case "endsWith":
      expect(node.of, schema, "string");
      return "bool";
    case "lower":
    case "upper":
    case "trim":
      return expect(node.of, schema, "string");
    case "length":
      expect(node.of, schema, "string");
      return "f64";
    case "isIn":
      for (const value of node.values) comparisonType(inNode(node.of, value), schema);
      return "bool";
    case "fill":
      return sameType(node.of, node.value, schema);
    case "when":
      expect(node.test, schema, "bool");
      return sameType(node.yes, node.no, schema);
    case "floorTime":
      return expect(node.of, schema, "timestamp");
    case "cast":
      return castType(node, schema);
    default:
      expect(node.of, schema, "timestamp");
      return "f64";
  }
}

const inNode = (of: Node, value: string | number | bigint | boolean): ComparisonNode => ({
  op: "eq",
  left: of,
  right: { op: "literal", value, type: LITERAL_TYPES[typeof value as "number"] },
});

const LITERAL_TYPES = { number: "f64", bigint: "i64", string: "string", boolean: "bool" } as const;

const isMissing = (node: Node): boolean => node.op === "literal" && node.value === null;

function arithmeticType({ op, left, right }: ArithmeticNode, schema: Schema): ColumnType {
  const [a, b] = [typeOf(left, schema), typeOf(right, schema)];
  if (a === "string" && b === "string" && op === "add") return "string";
  if (a === "timestamp" && b === "timestamp" && op === "sub") return "f64";
  if (a === "timestamp" && isPlainNumber(b) && (op === "add" || op === "sub")) return "timestamp";
  if (isMissing(right) || isMissing(left)) return isMissing(left) ? b : a;
  for (const [node, type] of [
    [left, a],
    [right, b],
  ] as const)
    if (!isPlainNumber(type)) throw misfit(op, node, type);
  const isBig = a === "i64" && b === "i64" && op !== "div";
  return isBig || (op !== "div" && bigWithWhole(left, a, right, b)) ? "i64" : "f64";
}

/** A whole number beside `i64` is one of them: `col("id").add(1)`. */
function bigWithWhole(left: Node, a: ColumnType, right: Node, b: ColumnType): boolean {
  return (a === "i64" && isWholeLiteral(right)) || (b === "i64" && isWholeLiteral(left));
}

export const isWholeLiteral = (node: Node): boolean => node.op === "literal" && Number.isSafeInteger(node.value);

const isPlainNumber = (type: ColumnType): boolean => type !== "timestamp" && (isNumeric(type) || type === "i64");

function comparisonType({ op, left, right }: ComparisonNode, schema: Schema): "bool" {
  const [a, b] = [typeOf(left, schema), typeOf(right, schema)];
  const bothNumbers = (isNumeric(a) || a === "i64") && (isNumeric(b) || b === "i64");
  if (a === b || bothNumbers || isMissing(left) || isMissing(right)) return "bool";
  throw new TypeError(
    `Cannot compare ${textOf(left)} with ${textOf(right)} (${op}): it is ${a}, must be ${b} as the other`,
  );
}

function sameType(one: Node, other: Node, schema: Schema): ColumnType {
  const [a, b] = [typeOf(one, schema), typeOf(other, schema)];
  if (a === b || isMissing(other)) return a;
  if (isMissing(one)) return b;
  if (a === "i64" && isWholeLiteral(other)) return "i64";
  if (b === "i64" && isWholeLiteral(one)) return "i64";
  if (a === "timestamp" && b === "f64") return "timestamp";
  if (isPlainNumber(a) && isPlainNumber(b) && a !== "i64" && b !== "i64") return "f64";
  throw new TypeError(
    `Cannot put ${textOf(one)} and ${textOf(other)} into one column: they are ${a} and ${b}, must be of one type`,
  );
}

function castType({ of, to }: Extract<Node, { op: "cast" }>, schema: Schema): ColumnType {
  typeOf(of, schema);
  return to;
}

function expect<T extends ColumnType>(node: Node, schema: Schema, wanted: T): T {
  const type = typeOf(node, schema);
  if (type === wanted || isMissing(node)) return wanted;
  throw new TypeError(`Cannot use ${textOf(node)} here: it is ${type}, must be ${wanted}`);
}

function expectNumber(node: Node, schema: Schema): ColumnType {
  const type = typeOf(node, schema);
  if (isPlainNumber(type)) return type;
  throw misfit("a number function", node, type);
}

const misfit = (op: string, node: Node, type: ColumnType): TypeError =>
  new TypeError(`Cannot use ${textOf(node)} with ${op}: it is ${type}, must be of numbers`);
