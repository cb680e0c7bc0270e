// What an object is to structured clone.

/** The name of an object's kind ("Object", "Date", "Uint8Array", ...); "Tagged" when a tag of its own hides it. */
export function kindOf(value: object): string {
  if (Array.isArray(value)) return "Array";
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype && !(Symbol.iterator in value || Symbol.toStringTag in value)) {
    return "Object";
  }
  if (Object.hasOwn(value, Symbol.toStringTag)) return "Tagged";
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Kinds without any reference to other objects that structured clone would follow. */
export const LEAVES: ReadonlySet<string> = new Set(
  "BigInt Blob Boolean CryptoKey Date File Number RegExp SharedArrayBuffer String".split(" "),
);

/**
 * Whether an object of the kind "Object" is all that its properties are. Hosts have classes whose instances look plain
 * and are cloned by a method of their own, under a symbol that only the host knows.
 */
export function isPlainOrInstance(value: object): boolean {
  let prototype: unknown = Object.getPrototypeOf(value);
  while (typeof prototype === "object" && prototype !== null && prototype !== Object.prototype) {
    for (const symbol of Object.getOwnPropertySymbols(prototype)) if (!wellKnown.has(symbol)) return false;
    prototype = Object.getPrototypeOf(prototype);
  }
  return true;
}

const wellKnown: ReadonlySet<unknown> = new Set(
  Object.getOwnPropertyNames(Symbol).map((name) => (Symbol as unknown as Readonly<Record<string, unknown>>)[name]),
);
