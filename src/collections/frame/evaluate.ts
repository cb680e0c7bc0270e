// Computes expressions over the rows of a table: one loop per operation over typed arrays, and nothing is evaluated from
// text. A kernel's part; types were checked when the expression was written down.

import { concatColumns } from "./concat.ts";
import { castColumn } from "./evaluate-cast.ts";
import { arithmetic, compareNumbers, numberFunction, toFloats } from "./evaluate-numbers.ts";
import {
  bothTexts,
  compareTextColumns,
  joinTexts,
  mapTexts,
  TEXT_COMPARISONS,
  testTexts,
  textLengths,
} from "./evaluate-texts.ts";
import { floorTimes, timeParts } from "./evaluate-times.ts";
import { notColumn, orderedLogic } from "./evaluate-truth.ts";
import type { ArithmeticNode, ComparisonNode, Literal, Node } from "./expression-node.ts";
import { isWholeLiteral } from "./expression-type.ts";
import type { Column, ColumnType, Table } from "./table.ts";
import { arrayOf } from "./table.ts";
import { takeColumn } from "./take.ts";

/** The value of the expression for each row; may be a column of the table itself. @throws {TypeError} for a column that is not there, or a value that does not fit */
export function evaluate(node: Node, table: Table): Column {
  const { rows } = table;
  switch (node.op) {
    case "column": {
      const column = table.columns[node.name];
      if (column !== undefined) return column;
      throw new TypeError(`Cannot use column "${node.name}": the partition has none, must have what its frame says`);
    }
    case "literal":
      return literalColumn(node.value, node.type, rows);
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "mod":
    case "floorDiv":
      return arithmeticOf(node, table);
    case "eq":
    case "ne":
    case "lt":
    case "le":
    case "gt":
    case "ge":
      return comparisonOf(node, table);
    case "and":
    case "or":
      return orderedLogic(node.op, evaluate(node.left, table), evaluate(node.right, table));
    case "not":
      return notColumn(evaluate(node.of, table));
    case "isMissing": {
      const { valid } = evaluate(node.of, table);
      return { type: "bool", values: valid === undefined ? new Uint8Array(rows) : valid.map((isThere) => 1 - isThere) };
    }
    case "isNaN": {
      const column = evaluate(node.of, table);
      const numbers = toFloats(column);
      return {
        ...carry(column),
        type: "bool",
        values: Uint8Array.from(numbers, (value) => (Number.isNaN(value) ? 1 : 0)),
      };
    }
    case "contains":
    case "startsWith":
    case "endsWith":
      return testTexts(evaluate(node.of, table), (text) => TEXT_TESTS[node.op](text, node.text));
    case "lower":
    case "upper":
    case "trim":
      return mapTexts(evaluate(node.of, table), TEXT_FUNCTIONS[node.op]);
    case "length":
      return textLengths(evaluate(node.of, table));
    case "isIn":
      return isIn(evaluate(node.of, table), node.values);
    case "fill":
      return fillMissing(evaluate(node.of, table), evaluateLike(node.value, node.of, table));
    case "when":
      return choose(evaluate(node.test, table), evaluate(node.yes, table), evaluateLike(node.no, node.yes, table));
    case "floorTime":
      return floorTimes(evaluate(node.of, table), node.every, node.zone);
    case "cast":
      return castColumn(evaluate(node.of, table), node.to, node.of);
    case "year":
    case "month":
    case "day":
    case "hour":
    case "minute":
    case "second":
    case "dayOfWeek":
    case "dayOfYear":
      return timeParts(evaluate(node.of, table), node.op, node.zone);
    default:
      return numberFunction(node.op, evaluate(node.of, table));
  }
}

const TEXT_TESTS = {
  contains: (text: string, part: string) => text.includes(part),
  startsWith: (text: string, part: string) => text.startsWith(part),
  endsWith: (text: string, part: string) => text.endsWith(part),
};

const TEXT_FUNCTIONS = {
  lower: (text: string) => text.toLowerCase(),
  upper: (text: string) => text.toUpperCase(),
  trim: (text: string) => text.trim(),
};

function arithmeticOf({ op, left, right }: ArithmeticNode, table: Table): Column {
  const [a, b] = [evaluateLike(left, right, table), evaluateLike(right, left, table)];
  if (bothTexts(a, b)) return joinTexts(a, b);
  return arithmetic(op, a, b);
}

function comparisonOf({ op, left, right }: ComparisonNode, table: Table): Column {
  const [a, b] = [evaluate(left, table), evaluate(right, table)];
  if (right.op === "literal" && a.type === "string" && typeof right.value === "string") {
    const { value } = right;
    return testTexts(a, (text) => TEXT_COMPARISONS[op](text, value));
  }
  return bothTexts(a, b) ? compareTextColumns(op, a, b) : compareNumbers(op, a, b);
}

/** A whole number beside an `i64` is one too. */
function evaluateLike(node: Node, other: Node, table: Table): Column {
  if (isWholeLiteral(node) && other.op !== "literal") {
    const like = evaluate(other, table).type;
    if (like === "i64" && node.op === "literal") return literalColumn(BigInt(node.value as number), "i64", table.rows);
  }
  return evaluate(node, table);
}

function literalColumn(value: Literal | null, type: ColumnType, rows: number): Column {
  if (value === null) return { type, values: arrayOf(type, rows), valid: new Uint8Array(rows) };
  if (type === "string") return { type, values: new Uint32Array(rows), dictionary: [value as string] };
  const values = arrayOf(type, rows);
  if (type === "i64") (values as BigInt64Array).fill(BigInt(value as bigint));
  else (values as Float64Array).fill(Number(value));
  return { type, values };
}

function isIn(column: Column, list: readonly Literal[]): Column {
  if (column.type === "string") {
    const wanted = new Set<unknown>(list);
    return testTexts(column, (text) => wanted.has(text));
  }
  const wanted = new Set<unknown>(list.map((value) => (typeof value === "boolean" ? Number(value) : value)));
  if (column.type === "i64") for (const value of list) if (Number.isSafeInteger(value)) wanted.add(BigInt(value));
  const values = Uint8Array.from(column.values as Float64Array, (value) => (wanted.has(value) ? 1 : 0));
  return { ...carry(column), type: "bool", values };
}

function fillMissing(column: Column, value: Column): Column {
  const { valid } = column;
  if (!valid?.includes(0)) return column;
  const rows = Int32Array.from(valid, (isThere, row) => (isThere === 1 ? row : valid.length + row));
  return takeColumn(concatColumns("the filled", [column, value]), rows);
}

function choose(test: Column, yes: Column, no: Column): Column {
  const { length } = test.values;
  const rows = Int32Array.from(test.values as Uint8Array, (isTrue, row) =>
    test.valid?.[row] === 0 ? -1 : isTrue === 1 ? row : length + row,
  );
  return takeColumn(concatColumns("the chosen", [yes, no]), rows);
}

const carry = ({ valid }: Column) => (valid === undefined ? {} : { valid });
