// Whatever a task threw becomes a plain record that every port can carry.
import type { ErrorCode, ErrorDetails } from "../base/errors.ts";
import { isEngineError } from "../base/errors.ts";
import type { ErrorFailure, Failure } from "./failure.ts";

/** Longest chain of causes, and deepest nesting of plain data, that is carried. */
const MAX_DEPTH = 32;
/** Most properties and elements that one failure carries; what lies beyond is cut. */
const MAX_RECORDS = 10_000;
/** What an error counts for, as its stack is long. */
const ERROR_RECORDS = 10;

/** One encoding: how many records are left, and the objects that are being encoded, outermost first. */
interface Encoding {
  left: number;
  readonly open: Set<object>;
}

/** Makes a plain record of anything thrown. Never throws, and reads a bounded part of the value. */
export function encodeFailure(thrown: unknown): Failure {
  return encode(thrown, { left: MAX_RECORDS, open: new Set() });
}

function encode(thrown: unknown, encoding: Encoding): Failure {
  try {
    if (isErrorLike(thrown)) return encodeError(thrown, encoding);
    return { kind: "value", value: copyPlain(thrown, encoding) };
  } catch {
    return { kind: "opaque", text: describe(thrown) };
  }
}

function encodeError(error: object, encoding: Encoding): Failure {
  if (encoding.open.has(error)) return { kind: "opaque", text: "an error that is its own cause" };
  const isTooMuch = encoding.open.size >= MAX_DEPTH || encoding.left < ERROR_RECORDS;
  if (isTooMuch) return { kind: "opaque", text: "one error too many" };
  encoding.left -= ERROR_RECORDS;
  encoding.open.add(error);
  try {
    const stack = read(error, "stack");
    return {
      kind: "error",
      name: asText(read(error, "name"), "Error"),
      message: asText(read(error, "message"), ""),
      ...(typeof stack === "string" && { stack }),
      ...("cause" in error && { cause: encode(read(error, "cause"), encoding) }),
      ...encodeProperties(error, encoding),
      ...encodeErrors(error, encoding),
    };
  } finally {
    encoding.open.delete(error);
  }
}

/** The properties that have no place of their own in the record, and for an EngineError its code and details. */
function encodeProperties(error: object, encoding: Encoding): Partial<ErrorFailure> {
  const properties: [string, unknown][] = [];
  for (const key of Object.keys(error).slice(0, encoding.left)) {
    if (key === "name" || key === "message" || key === "stack" || key === "cause" || key === "errors") continue;
    try {
      properties.push([key, copyPlain((error as Record<string, unknown>)[key], encoding)]);
    } catch {
      // Not plain data, or its getter throws: left out, as documented.
    }
  }
  const { code, details, ...rest } = Object.fromEntries(properties);
  if (isEngineError(error) && details !== undefined) {
    return {
      code: error.code,
      details: details as ErrorDetails[ErrorCode],
      ...(hasKeys(rest) && { properties: rest }),
    };
  }
  return properties.length > 0 ? { properties: Object.fromEntries(properties) } : {};
}

function encodeErrors(error: object, encoding: Encoding): Partial<ErrorFailure> {
  const list = read(error, "errors");
  if (!Array.isArray(list)) return {};
  const errors: Failure[] = [];
  for (let i = 0; i < list.length && encoding.left >= ERROR_RECORDS; i++) errors.push(encode(read(list, i), encoding));
  if (errors.length < list.length) errors.push({ kind: "opaque", text: `${list.length - errors.length} errors more` });
  return { errors };
}

/** A copy of primitives, arrays, plain objects and dates. Throws for anything else, and for cycles. */
function copyPlain(value: unknown, encoding: Encoding): unknown {
  const { open } = encoding;
  if (--encoding.left < 0 || typeof value === "function" || typeof value === "symbol") throw new TypeError("not plain");
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return new Date(value.getTime());
  const size = Array.isArray(value) ? value.length : isPlain(value) ? Object.keys(value).length : Infinity;
  if (size > encoding.left || open.size >= MAX_DEPTH || open.has(value)) throw new TypeError("not plain");
  open.add(value);
  try {
    if (Array.isArray(value)) return Array.from({ length: size }, (_, i) => copyPlain(value[i], encoding));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyPlain(item, encoding)]));
  } finally {
    open.delete(value);
  }
}

function isErrorLike(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (value instanceof Error) return true;
  const tag = Object.prototype.toString.call(value); // errors of another realm, a frame's for instance
  if (tag === "[object Error]" || tag === "[object DOMException]") return true;
  return !isPlain(value) && typeof read(value, "name") === "string" && typeof read(value, "message") === "string";
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function hasKeys(record: object): boolean {
  return Object.keys(record).length > 0;
}

function read(object: object, key: string | number): unknown {
  try {
    return (object as Record<string | number, unknown>)[key];
  } catch {
    return "(cannot be read)";
  }
}

function asText(value: unknown, absent: string): string {
  if (value === undefined) return absent;
  return typeof value === "string" ? value : describe(value);
}

function describe(value: unknown): string {
  try {
    if (typeof value !== "object" || value === null) return String(value).slice(0, 200);
    const name = asText(read(value.constructor ?? Object, "name"), "Object");
    return `${name} {${Object.keys(value).slice(0, 8).join(", ")}}`.slice(0, 200);
  } catch {
    return "a value that cannot be read";
  }
}
