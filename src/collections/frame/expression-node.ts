// Expressions of columns as data: what travels to workers.
import type { ColumnType } from "./table.ts";

export type Arithmetic = "add" | "sub" | "mul" | "div" | "mod" | "floorDiv";
export type Comparison = "eq" | "ne" | "lt" | "le" | "gt" | "ge";
export type Logic = "and" | "or";
export type NumberFunction = "neg" | "abs" | "floor" | "ceil" | "round" | "sqrt" | "log" | "exp";
export type TextTest = "contains" | "startsWith" | "endsWith";
export type TextFunction = "lower" | "upper" | "trim";
export type TimePart = "year" | "month" | "day" | "hour" | "minute" | "second" | "dayOfWeek" | "dayOfYear";

export type Literal = number | bigint | string | boolean;

export interface ArithmeticNode {
  readonly op: Arithmetic;
  readonly left: Node;
  readonly right: Node;
}

export interface ComparisonNode {
  readonly op: Comparison;
  readonly left: Node;
  readonly right: Node;
}

export type Node =
  | { readonly op: "column"; readonly name: string }
  | { readonly op: "literal"; readonly value: Literal | null; readonly type: ColumnType }
  | ArithmeticNode
  | ComparisonNode
  | { readonly op: Logic; readonly left: Node; readonly right: Node }
  | { readonly op: NumberFunction; readonly of: Node }
  | { readonly op: "not" | "isMissing" | "isNaN" | TextFunction | "length"; readonly of: Node }
  | { readonly op: TextTest; readonly of: Node; readonly text: string }
  | { readonly op: "isIn"; readonly of: Node; readonly values: readonly Literal[] }
  | { readonly op: "fill"; readonly of: Node; readonly value: Node }
  | { readonly op: "when"; readonly test: Node; readonly yes: Node; readonly no: Node }
  | { readonly op: TimePart; readonly of: Node; readonly zone: string }
  | { readonly op: "floorTime"; readonly of: Node; readonly every: number; readonly zone: string }
  | { readonly op: "cast"; readonly of: Node; readonly to: ColumnType };

/** The expressions that an expression is made of. */
export function innerNodes(node: Node): readonly Node[] {
  if ("left" in node) return [node.left, node.right];
  if (node.op === "fill") return [node.of, node.value];
  if (node.op === "when") return [node.test, node.yes, node.no];
  return "of" in node ? [node.of] : [];
}

/** The columns that an expression reads. */
export function columnsOf(node: Node, found = new Set<string>()): ReadonlySet<string> {
  if (node.op === "column") found.add(node.name);
  for (const inner of innerNodes(node)) columnsOf(inner, found);
  return found;
}

/** An expression as people write it, for errors. */
export function textOf(node: Node): string {
  if (node.op === "column") return `column "${node.name}"`;
  if (node.op === "literal") return typeof node.value === "string" ? `"${node.value}"` : String(node.value);
  return `${node.op}(${innerNodes(node).map(textOf).join(", ")})`;
}
