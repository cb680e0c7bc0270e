// A value laid out flat: a list of nodes (its objects, in the order in which they are met, level by level) and columns
// for what is in them. Without nesting there is no depth to overflow, and a node that is met twice is one node.

/** What a node is. */
export const Kind = {
  /** Structure: its shape, then a slot for each key. */
  object: 0,
  /** Structure: its length, the shape of its named properties, a slot for each item and for each of these. */
  array: 1,
  /** An array of numbers alone. Structure: its length; they stand among the numbers. */
  numbers: 2,
  /** An array with holes. Structure: its shape, a slot for each key; its length stands among the numbers. */
  sparse: 3,
  /** Structure: its size, then two slots for each entry. */
  map: 4,
  /** Structure: its size, then a slot for each item. */
  set: 5,
  /** Told by the next of the leaves. Structure: a slot for its cause. */
  error: 6,
  /** A date, a pattern, a boxed primitive or a buffer, told by the next of the leaves. */
  leaf: 7,
  /** The next of the views. */
  view: 8,
} as const;

/** What stands in a slot: a value without a number, or where the next one is. A number below zero is an integer: -1 - n. */
export const Slot = {
  absent: 0,
  undefined: 1,
  null: 2,
  true: 3,
  false: 4,
  /** The next of the numbers. */
  number: 5,
  /** The next of the texts. */
  text: 6,
  /** The next of the texts, in hexadecimal digits. */
  bigint: 7,
  /** From here on: the number of a node. */
  node: 8,
} as const;

/** A text; as 16-bit units when half a surrogate pair stands alone in it, which UTF-8 does not have. */
export type FlatText = string | Uint8Array;
export type FlatLeaf =
  | readonly ["date" | "number", number]
  | readonly ["string" | "bigint", FlatText]
  | readonly ["boolean", boolean]
  | readonly ["pattern", FlatText, string]
  | readonly ["buffer", number]
  | readonly ["error", string, FlatText | null, FlatText | null];

export interface FlatValue {
  /** By node. */
  readonly kinds: Uint8Array;
  /** The slot of the whole value, then what each node says, in their order. */
  readonly structure: Int32Array;
  readonly numbers: Float64Array;
  readonly texts: readonly FlatText[];
  /** Lists of keys. */
  readonly shapes: readonly (readonly FlatText[])[];
  readonly leaves: readonly FlatLeaf[];
  readonly buffers: readonly ArrayBuffer[];
  /** Four for each view: its class as a place in `viewNames`, its buffer as a place in `buffers`, offset and length in bytes. */
  readonly views: Float64Array;
  readonly viewNames: readonly string[];
}

/** The classes of errors that structured clone keeps; any other becomes an Error. */
export const errorClasses: ReadonlyMap<string, new (message?: string) => Error> = new Map(
  [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((Class) => [Class.name, Class]),
);
