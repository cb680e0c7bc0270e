// Joins: the rows of two frames whose keys are equal, side by side. A small side goes to every partition of the other; two
// large ones are shuffled by their keys, with the rows of a heavy key spread over all partitions (`join-skew.ts`).
import type { ColumnUse } from "../plan/column-use.ts";
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { partitionCount } from "../plan/partition-count.ts";
import type { FrameParts } from "./frame-parts.ts";
import { frameBytes } from "./frame-parts.ts";
import type { JoinColumn, JoinSpec } from "./join-kernel.ts";
import { columnType } from "./schema.ts";
import { pieces } from "./shuffle.ts";
import type { ColumnType, Schema } from "./table.ts";
import { isNumeric } from "./table.ts";

export interface JoinOptions {
  /** Columns that both have. */
  readonly on?: string | readonly string[];
  /** Columns of the left that are equal to `rightOn` of the right, one by one. */
  readonly leftOn?: string | readonly string[];
  readonly rightOn?: string | readonly string[];
  /** inner: rows that have a partner; left: all of the left, what is missing of the right missing; outer: all. Default inner. */
  readonly how?: "inner" | "left" | "outer";
  /** Put behind the names of columns that both have and that are no keys. Default "_x" and "_y". */
  readonly suffixes?: readonly [string, string];
  /** Which side goes to every partition of the other; false: none. Default a side of which at most 16 MiB are known, or the right if it is one partition. */
  readonly broadcast?: "left" | "right" | false;
  /** Partitions of the result of a shuffle. Default as many as the larger side has. */
  readonly partitions?: number;
  /** Whether the rows of heavy keys are spread. Default true. */
  readonly spreadHeavyKeys?: boolean;
}

const SMALL = 16 * 1024 * 1024;

/** @throws {RangeError} for unknown columns or choices that cannot be; {TypeError} for keys of different types */
export function joined(left: FrameParts, right: FrameParts, options: JoinOptions): FrameParts {
  const { how = "inner" } = options;
  const keys = keysOf(options);
  const types = checkKeys(left.schema, right.schema, keys);
  const columns = columnsOfJoin(left.schema, right.schema, {
    ...keys,
    types,
    suffixes: options.suffixes ?? ["_x", "_y"],
  });
  const schema = Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type]));
  const spec = (lefts: number, heavy: boolean): JoinSpec => ({ how, ...keys, columns, lefts, heavy });
  const side = chooseSide(left, right, how, options);
  if (side === "right") {
    const whole = wholeOf(right.parts);
    return { schema, parts: left.parts.map((part) => joinPart(spec(1, false), [part, whole])) };
  }
  if (side === "left") {
    const whole = wholeOf(left.parts);
    return { schema, parts: right.parts.map((part) => joinPart(spec(1, false), [whole, part])) };
  }
  const targets = partitionCount(0, {
    partitions: options.partitions ?? Math.max(left.parts.length, right.parts.length),
  });
  const lefts = left.parts.length;
  if (targets === 1) return { schema, parts: [joinPart(spec(lefts, false), [...left.parts, ...right.parts])] };
  const heavy = options.spreadHeavyKeys === false ? undefined : heavyKeysOf(left, right, keys, targets);
  const leftPieces = pieces(splits(left.parts, keys.leftKeys, { side: "left", targets, heavy }), targets);
  const rightPieces = pieces(splits(right.parts, keys.rightKeys, { side: "right", targets, heavy }), targets);
  const parts = leftPieces.map((some, target) => {
    const inputs = [...some, ...(rightPieces[target] as LazyPart[])];
    return joinPart(spec(lefts, heavy !== undefined), heavy === undefined ? inputs : [heavy, ...inputs]);
  });
  return { schema, parts };
}

interface Keys {
  readonly leftKeys: readonly string[];
  readonly rightKeys: readonly string[];
}

function keysOf({ on, leftOn = on, rightOn = on }: JoinOptions): Keys {
  const [leftKeys, rightKeys] = [listOf(leftOn), listOf(rightOn)];
  if (leftKeys.length > 0 && leftKeys.length === rightKeys.length) return { leftKeys, rightKeys };
  throw new RangeError(
    `Cannot join on ${leftKeys.length} columns and ${rightKeys.length}: must be as many, and at least one (\`on\`)`,
  );
}

const listOf = (names: string | readonly string[] | undefined): readonly string[] =>
  names === undefined ? [] : typeof names === "string" ? [names] : names;

function checkKeys(left: Schema, right: Schema, { leftKeys, rightKeys }: Keys): ColumnType[] {
  return leftKeys.map((name, i) => {
    const other = rightKeys[i] as string;
    const [a, b] = [columnType(left, name, "join on the left"), columnType(right, other, "join on the right")];
    if (a === b) return a;
    if ([a, b].every((type) => isNumeric(type) && type !== "timestamp")) return "f64";
    throw new TypeError(`Cannot join on column "${name}" and "${other}": they are ${a} and ${b}, must be of one type`);
  });
}

interface Naming extends Keys {
  readonly types: readonly ColumnType[];
  readonly suffixes: readonly [string, string];
}

/** The columns of the result: those of the left, then those of the right; keys of one name are one column. */
function columnsOfJoin(left: Schema, right: Schema, naming: Naming): Readonly<Record<string, JoinColumn>> {
  const { leftKeys, rightKeys, types, suffixes } = naming;
  const shared = new Set(leftKeys.filter((name, i) => rightKeys[i] === name));
  const columns: Record<string, JoinColumn> = {};
  const add = (name: string, column: JoinColumn): void => {
    if (name in columns)
      throw new RangeError(`Cannot join: two columns would be "${name}", must have other \`suffixes\``);
    columns[name] = column;
  };
  for (const [name, type] of Object.entries(left)) {
    if (shared.has(name))
      add(name, { side: "key", from: leftKeys.indexOf(name), type: types[leftKeys.indexOf(name)] ?? type });
    else add(name in right ? name + suffixes[0] : name, { side: "left", from: name, type });
  }
  for (const [name, type] of Object.entries(right)) {
    if (!shared.has(name)) add(name in left ? name + suffixes[1] : name, { side: "right", from: name, type });
  }
  return columns;
}

function chooseSide(
  left: FrameParts,
  right: FrameParts,
  how: string,
  { broadcast, partitions }: JoinOptions,
): "left" | "right" | false {
  const allowed = { left: how === "inner", right: how !== "outer" };
  if (broadcast === false || broadcast === undefined || allowed[broadcast]) {
    if (broadcast !== undefined) return broadcast;
    if (partitions !== undefined) return false;
    if (allowed.right && (isSmall(right) || right.parts.length === 1)) return "right";
    return allowed.left && isSmall(left) ? "left" : false;
  }
  throw new RangeError(
    `Cannot broadcast the ${broadcast} side of a join that is ${how}: rows without a partner would be found more than once`,
  );
}

function isSmall(frame: FrameParts): boolean {
  const bytes = frameBytes(frame);
  return bytes !== undefined && bytes <= SMALL;
}

const WHOLE: ColumnUse = { needs: (wanted) => wanted };

function wholeOf(parts: readonly LazyPart[]): LazyPart {
  if (parts.length === 1) return parts[0] as LazyPart;
  return lazyPart("concat", kernel("concatParts"), parts, { use: WHOLE, bytes: frameBytes({ parts, schema: {} }) });
}

/** Uses of joins by their specs: parts of one join share theirs. */
function joinPart(spec: JoinSpec, inputs: readonly LazyPart[]): LazyPart {
  return lazyPart("join", kernel("joinTables"), inputs, { value: spec, use: useOf(spec) });
}

function useOf({ columns, leftKeys, rightKeys, lefts, heavy }: JoinSpec): ColumnUse {
  const skipped = heavy ? 1 : 0;
  return {
    needs(wanted, input) {
      if (input < skipped) return "all";
      const side = input - skipped < lefts ? "left" : "right";
      const needed = new Set(side === "left" ? leftKeys : rightKeys);
      for (const [name, column] of Object.entries(columns)) {
        if (column.side === side && (wanted === "all" || wanted.has(name))) needed.add(column.from);
      }
      return needed;
    },
    narrow: (value, wanted) => ({
      ...(value as JoinSpec),
      columns: Object.fromEntries(Object.entries(columns).filter(([name]) => wanted.has(name))),
    }),
  };
}

function heavyKeysOf(left: FrameParts, right: FrameParts, { leftKeys, rightKeys }: Keys, targets: number): LazyPart {
  const sketches = (parts: readonly LazyPart[], keys: readonly string[]) => {
    const use: ColumnUse = { needs: () => new Set(keys) };
    return parts.map((part) => lazyPart("key-sketch", kernel("keySketch"), [part], { value: { keys, targets }, use }));
  };
  const inputs = [...sketches(left.parts, leftKeys), ...sketches(right.parts, rightKeys)];
  return lazyPart("heavy-keys", kernel("heavyKeys"), inputs, { value: { lefts: left.parts.length, targets } });
}

interface SplitChoice {
  readonly side: "left" | "right";
  readonly targets: number;
  readonly heavy: LazyPart | undefined;
}

function splits(
  parts: readonly LazyPart[],
  keys: readonly string[],
  { side, targets, heavy }: SplitChoice,
): LazyPart[] {
  const own: ColumnUse["needs"] = (wanted) => (wanted === "all" ? "all" : new Set([...wanted, ...keys]));
  if (heavy === undefined) {
    const value = { keys, partitions: targets };
    return parts.map((part) =>
      lazyPart("split", kernel("splitByKeys"), [part], { value, use: { needs: own }, bytes: part.bytes }),
    );
  }
  const use: ColumnUse = { needs: (wanted, input) => (input === 0 ? "all" : own(wanted, 0)) };
  return parts.map((part, i) =>
    lazyPart("split", kernel("splitForJoin"), [heavy, part], {
      ...{ value: { keys, side, targets, part: i }, use, bytes: part.bytes },
    }),
  );
}
