// Keys of items: how a caller says what they are, and maps that take any cloneable value for a key.
import { nearestName } from "../../base/nearest-name.ts";
import type { TaskFunction } from "../../graph/task-graph.ts";
import { applied, kernel } from "../plan/kernel-functions.ts";

/** A served or module task. */
export type NamedTask = Extract<TaskFunction, { readonly kind: string }>;
/** The name of a property (or the index of an element), or a function of the item. */
export type KeyChoice<T> = string | number | ((item: T) => unknown) | NamedTask;
export type KeyOf = (item: unknown, index: number) => unknown;

/** What a kernel by key is called with: a function of the caller is applied, a name is part of the value. */
export interface KeyedCall {
  readonly fn: TaskFunction;
  readonly value: Readonly<Record<string, unknown>>;
}

export function keyedCall(name: string, key: unknown, spec: Readonly<Record<string, unknown>> = {}): KeyedCall {
  if (typeof key === "function" || (typeof key === "object" && key !== null)) {
    return { fn: applied(kernel(name), [key as TaskFunction]), value: spec };
  }
  return { fn: kernel(name), value: key === undefined ? spec : { ...spec, key } };
}

/** The kernel that such calls name; without a key the item itself is the key. */
export function keyed<Spec, Inputs extends readonly unknown[], Result>(
  run: (keyOf: KeyOf, spec: Spec, ...inputs: Inputs) => Result,
): (...args: readonly unknown[]) => Result {
  return (...args) => {
    const [first] = args;
    if (typeof first === "function")
      return run(first as KeyOf, args[1] as Spec, ...(args.slice(2) as unknown as Inputs));
    const { key } = first as { readonly key?: string | number };
    const keyOf: KeyOf = key === undefined ? (item) => item : (item, index) => pluckFrom(item, key, index);
    return run(keyOf, first as Spec, ...(args.slice(1) as unknown as Inputs));
  };
}

/** @throws {TypeError} naming the nearest key if the item has no such one */
export function pluckFrom(item: unknown, key: string | number, index: number): unknown {
  const isObject = typeof item === "object" && item !== null;
  if (isObject && Object.hasOwn(item, key)) return (item as Readonly<Record<string | number, unknown>>)[key];
  const start = `Cannot take "${key}" of item ${index} of its partition`;
  if (!isObject) throw new TypeError(`${start}: it is ${item === null ? "null" : typeof item}, must be an object`);
  if (Array.isArray(item)) throw new TypeError(`${start}: it is a list of ${item.length}, must have such an element`);
  const known = Object.keys(item);
  const nearest = known.length === 0 ? "" : `; nearest is "${nearestName(String(key), known)}"`;
  throw new TypeError(`${start}: it has ${known.map((name) => `"${name}"`).join(", ") || "no keys"}${nearest}`);
}

/** Values by keys: primitive keys as Map compares them, lists and objects by what is in them. */
export class KeyMap<V> {
  readonly #primitive = new Map<unknown, V>();
  readonly #others = new Map<string, V>();

  get(key: unknown): V | undefined {
    return isPrimitive(key) ? this.#primitive.get(key) : this.#others.get(textOf(key));
  }

  set(key: unknown, value: V): void {
    if (isPrimitive(key)) this.#primitive.set(key, value);
    else this.#others.set(textOf(key), value);
  }
}

const isPrimitive = (key: unknown): boolean => typeof key !== "object" || key === null;

/** The same text for equal keys, whichever order their properties have. */
function textOf(key: unknown): string {
  if (typeof key === "string") return JSON.stringify(key);
  if (typeof key === "bigint") return `${key}n`;
  if (key instanceof Date) return `date ${key.getTime()}`;
  if (ArrayBuffer.isView(key)) return `${key.constructor.name} ${[...(key as Uint8Array)].join()}`;
  if (key instanceof Map || key instanceof Set) return `${key.constructor.name} ${textOf([...key])}`;
  if (Array.isArray(key)) return `[${key.map(textOf).join()}]`;
  if (typeof key !== "object" || key === null) return String(key === 0 ? 0 : key);
  const entries = Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`).join()}}`;
}

/** FNV-1a of the key's text: the same on every worker. */
export function hashOf(key: unknown): number {
  const text = textOf(key);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash ^= hash >>> 16;
  return Math.imul(hash, 0x85ebca6b) >>> 0;
}
