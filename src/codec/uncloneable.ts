// Finds the part of a value that structured clone refuses, so that an error can name it. Thorough and slow: it runs only
// after a port has refused the value.

/** A place in the value, linked to the place that leads there. */
interface Place {
  readonly value: unknown;
  /** As one would write it in code, for example `.rows`, `[3]` or `.get("key")`. */
  readonly step: string;
  readonly parent: Place | undefined;
}

/** Kinds with an inner state that structured clone does not carry. */
const refused = new Set([
  ..."Arguments AsyncGenerator FinalizationRegistry Generator MessagePort Module Promise ReadableStream".split(" "),
  ..."Symbol TransformStream WeakMap WeakRef WeakSet Window WritableStream".split(" "),
  ..."WebAssembly.Instance WebAssembly.Memory WebAssembly.Table".split(" "),
]);
/** Kinds that are carried without a look at their properties. */
const leaves = new Set("BigInt Blob Boolean CryptoKey Date File Number RegExp SharedArrayBuffer String".split(" "));

/**
 * The path of the first thing in `value` that structured clone refuses (a function, a symbol, a promise, a detached
 * buffer, ...), or whose getter throws: for example `[0].onDone`, `.rows[3]`, `.get("key")` in a Map, `.values()[2]` in
 * a Set; the empty string when it is `value` itself. Undefined when there is none. A Proxy is refused too, yet cannot be
 * told from its target. Never throws.
 */
export function findUncloneable(value: unknown): string | undefined {
  const seen = new Set<unknown>();
  const stack: Place[] = [{ value, step: "", parent: undefined }];
  for (let place = stack.pop(); place; place = stack.pop()) {
    if (typeof place.value === "function" || typeof place.value === "symbol") return pathTo(place);
    if (typeof place.value !== "object" || place.value === null || seen.has(place.value)) continue;
    seen.add(place.value);
    try {
      if (isRefused(place.value)) return pathTo(place);
      for (const inner of placesInside(place.value, place).reverse()) stack.push(inner);
    } catch {
      return pathTo(place);
    }
  }
  return undefined;
}

/**
 * The same for what only the host knows, such as a node of a document: the path of what `clone` refuses, in the value as far
 * as its own properties lead; the empty string when it is the value itself.
 */
export function pathByTrying(value: unknown, clone: (value: unknown) => unknown): string {
  if (typeof value !== "object" || value === null) return "";
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return "";
  for (const key of Object.keys(value)) {
    const inner = read(value, key);
    try {
      clone(inner);
    } catch {
      return asStep(key) + pathByTrying(inner, clone);
    }
  }
  return "";
}

function isRefused(value: object): boolean {
  const kind = kindOf(value);
  if (kind === "ArrayBuffer") return isDetached(value as ArrayBuffer);
  if (ArrayBuffer.isView(value)) return isDetached(value.buffer);
  return refused.has(kind) || kind.startsWith("Intl.") || kind.endsWith(" Iterator");
}

function isDetached(buffer: ArrayBufferLike): boolean {
  try {
    return new Uint8Array(buffer).length < 0;
  } catch {
    return true; // the only buffer that a view cannot be made of; its own flag is younger than ES2023
  }
}

/** The places that structured clone goes on to, in its order. */
function placesInside(value: object, parent: Place): Place[] {
  const kind = kindOf(value);
  if (leaves.has(kind) || kind === "ArrayBuffer" || ArrayBuffer.isView(value)) return [];
  if (value instanceof Map) {
    return [...Map.prototype.entries.call(value)].flatMap(([key, item], i) => [
      { value: key, step: `.keys()[${i}]`, parent },
      { value: item, step: isObject(key) ? `.values()[${i}]` : `.get(${quote(key)})`, parent },
    ]);
  }
  if (value instanceof Set) {
    return [...Set.prototype.values.call(value)].map((item, i) => ({ value: item, step: `.values()[${i}]`, parent }));
  }
  const keys = kind === "Error" ? ["name", "message", "stack", "cause"] : Object.keys(value);
  return keys.map((key) => ({ value: read(value, key), step: asStep(key), parent }));
}

/** The name of the value's kind; a tag that somebody put on the object itself is not believed. */
function kindOf(value: object): string {
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  return Object.hasOwn(value, Symbol.toStringTag) && kind !== "Module" ? "Object" : kind;
}

/** The property's value; a function, which is refused, where the getter throws. */
function read(object: object, key: string): unknown {
  try {
    return (object as Readonly<Record<string, unknown>>)[key];
  } catch {
    return read;
  }
}

function asStep(key: string): string {
  if (/^\d+$/.test(key)) return `[${key}]`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function isObject(value: unknown): boolean {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function quote(key: unknown): string {
  return typeof key === "string" ? JSON.stringify(key) : String(key);
}

function pathTo(place: Place): string {
  let path = "";
  for (let at: Place | undefined = place; at; at = at.parent) path = at.step + path;
  return path;
}
