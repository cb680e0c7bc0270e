// Typed arrays and DataViews as windows on a buffer: what they are called, and the same window on another buffer.

type ViewClass = new (buffer: ArrayBuffer, byteOffset: number, length: number) => ArrayBufferView;

/** Younger than the language version that we are checked against; undefined where the engine has none. */
declare const Float16Array: ViewClass | undefined;

const typedArrays: readonly ViewClass[] = [
  ...[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array],
  ...[Float32Array, Float64Array, BigInt64Array, BigUint64Array],
  ...(typeof Float16Array === "function" ? [Float16Array] : []),
];
const classes: ReadonlyMap<string, ViewClass> = new Map(
  [DataView, ...typedArrays].map((viewClass) => [viewClass.name, viewClass]),
);

const typedArrayTag = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  Symbol.toStringTag,
)?.get as (this: unknown) => string | undefined;

/** The language's name of a view's class; a subclass (Node's Buffer) has that of the class below it. */
export function nameOfView(view: ArrayBufferView): string {
  return typedArrayTag.call(view) ?? "DataView";
}

/** The view that shows the same part of another buffer of the same length; undefined for a class that is not known. */
export function viewOn(
  buffer: ArrayBuffer,
  name: string,
  byteOffset: number,
  byteLength: number,
): ArrayBufferView | undefined {
  const viewClass = classes.get(name);
  if (viewClass === undefined) return undefined;
  const { BYTES_PER_ELEMENT: width = 1 } = viewClass as { readonly BYTES_PER_ELEMENT?: number };
  return new viewClass(buffer, byteOffset, byteLength / width);
}
