// Equality as structured clone keeps it: kinds, holes, -0 and NaN, keys in order, and which parts are one object.

/** Whether `b` could be a clone of `a`. Properties of errors beyond name, message and cause are not looked at. */
export function isSameValue(a: unknown, b: unknown, pairs = new Map<object, object>()): boolean {
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return Object.is(a, b);
  const partner = pairs.get(a);
  if (partner !== undefined) return partner === b;
  pairs.set(a, b);
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return false;
  const same = (x: unknown, y: unknown): boolean => isSameValue(x, y, pairs);
  if (kind === "ArrayBuffer") return areSameBytes(new Uint8Array(a as ArrayBuffer), new Uint8Array(b as ArrayBuffer));
  if (ArrayBuffer.isView(a))
    return (
      a.byteOffset === (b as ArrayBufferView).byteOffset &&
      a.byteLength === (b as ArrayBufferView).byteLength &&
      same(a.buffer, (b as ArrayBufferView).buffer)
    );
  if (a instanceof Map) return same([...a], [...(b as typeof a)]);
  if (a instanceof Set) return same([...a], [...(b as typeof a)]);
  if (a instanceof Date) return Object.is(a.getTime(), (b as Date).getTime());
  if (a instanceof RegExp) return String(a) === String(b);
  if (isBox(a)) return Object.is(a.valueOf(), b.valueOf());
  if (a instanceof Error) return ["name", "message", "cause"].every((key) => same(read(a, key), read(b, key)));
  if (Array.isArray(a) && a.length !== (b as unknown[]).length) return false;
  const keys = Object.keys(a);
  return same(keys.join("\n"), Object.keys(b).join("\n")) && keys.every((key) => same(read(a, key), read(b, key)));
}

const read = (object: object, key: string): unknown => (object as Readonly<Record<string, unknown>>)[key];
const kindOf = (value: object): string => Object.prototype.toString.call(value);

function isBox(value: object): boolean {
  return value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof BigInt;
}

function areSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
