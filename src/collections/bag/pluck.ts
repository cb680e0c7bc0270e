// One property of each item, or several as a list.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { pluckFrom } from "./keys.ts";

type Key = string | number;

export interface PluckSpec {
  readonly keys: Key | readonly Key[];
  /** What stands for a missing one; absent: that is an error. */
  readonly otherwise?: unknown;
}

export function pluck(parts: readonly LazyPart[], value: PluckSpec): LazyPart[] {
  return parts.map((part) => lazyPart("pluck", kernel("pluckItems"), [part], { value }));
}

export function pluckItems(spec: PluckSpec, items: readonly unknown[]): readonly unknown[] {
  const { keys } = spec;
  const take = (item: unknown, key: Key, index: number): unknown => {
    if (!("otherwise" in spec)) return pluckFrom(item, key, index);
    const isThere = typeof item === "object" && item !== null && Object.hasOwn(item, key);
    return isThere ? (item as Readonly<Record<Key, unknown>>)[key] : spec.otherwise;
  };
  if (typeof keys !== "object") return items.map((item, index) => take(item, keys, index));
  return items.map((item, index) => keys.map((key) => take(item, key, index)));
}
