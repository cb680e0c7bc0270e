// Kinds of numbers that an array holds, the typed array of each, and which kind two of them give together.

const CONSTRUCTORS = {
  bool: Uint8Array,
  i8: Int8Array,
  u8: Uint8Array,
  i16: Int16Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  i64: BigInt64Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

/** bool: bytes of 0 and 1; i64: BigInt64Array; the others: the typed array of that name. */
export type Dtype = keyof typeof CONSTRUCTORS;

export type NumberArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;
/** What holds the values of a block. */
export type DataArray = NumberArray | BigInt64Array;

export const DTYPES = Object.keys(CONSTRUCTORS) as readonly Dtype[];

/** @throws {TypeError} if there is no such kind */
export function checkDtype(dtype: unknown): Dtype {
  if (typeof dtype === "string" && Object.hasOwn(CONSTRUCTORS, dtype)) return dtype as Dtype;
  throw new TypeError(`Cannot make an array of "${String(dtype)}": must be one of ${DTYPES.join(", ")}`);
}

/** Zeros. */
export function makeData(dtype: Dtype, length: number): DataArray {
  return new CONSTRUCTORS[dtype](length);
}

export const bytesOf = (dtype: Dtype): number => CONSTRUCTORS[dtype].BYTES_PER_ELEMENT;
export const isFloat = (dtype: Dtype): boolean => dtype === "f64" || dtype === "f32";
export const isUnsigned = (dtype: Dtype): boolean => dtype === "bool" || dtype.startsWith("u");

/** The kind that `data` is of; bytes are u8. @throws {TypeError} for other typed arrays */
export function dtypeOf(data: unknown): Dtype {
  for (const dtype of DTYPES) {
    if (dtype !== "bool" && data instanceof CONSTRUCTORS[dtype]) return dtype;
  }
  throw new TypeError(`Cannot make an array: its data is ${nameOf(data)}, must be a typed array of a known kind`);
}

const nameOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? value.constructor.name : typeof value;

/**
 * The kind that holds the values of both: the wider one; of signed with unsigned the next wider signed one; with a float a
 * float that holds the integers too. i32 with u32 is f64, and i64 with a float is f64.
 */
export function promote(a: Dtype, b: Dtype): Dtype {
  if (a === b || b === "bool") return a;
  if (a === "bool") return b;
  if (isFloat(a)) return a === "f32" && bytesOf(b) <= 2 ? "f32" : "f64";
  if (isFloat(b)) return promote(b, a);
  if (isUnsigned(a) === isUnsigned(b)) return bytesOf(a) >= bytesOf(b) ? a : b;
  const [signed, unsigned] = isUnsigned(a) ? [b, a] : [a, b];
  if (bytesOf(signed) > bytesOf(unsigned)) return signed;
  return SIGNED_ABOVE[bytesOf(unsigned)] as Dtype;
}

const SIGNED_ABOVE: Readonly<Record<number, Dtype>> = { 1: "i16", 2: "i32", 4: "f64" };

/** A number beside arrays. */
export type Scalar = number | bigint | boolean;

/**
 * The kind that an array has after an operation with a number: its own, as long as that is of the number's sort (boolean,
 * whole, with a fraction); whole numbers make i32 of bools (f64 if they do not fit), fractions make f64 of integers.
 */
export function promoteScalar(dtype: Dtype, value: Scalar): Dtype {
  if (typeof value === "boolean" || isFloat(dtype)) return dtype;
  if (typeof value === "bigint") return dtype === "bool" ? "i64" : dtype;
  if (!Number.isInteger(value)) return "f64";
  if (dtype === "bool") return (value | 0) === value ? "i32" : "f64";
  return dtype;
}

/** @throws {RangeError} if an integer kind cannot hold the whole number */
export function checkFits(dtype: Dtype, value: Scalar, action: string): void {
  if (isFloat(dtype) || dtype === "i64" || dtype === "bool" || typeof value === "boolean") return;
  const data = makeData(dtype, 1) as NumberArray;
  data[0] = Number(value);
  if (data[0] === Number(value)) return;
  throw new RangeError(`Cannot ${action}: ${value} does not fit into ${dtype}, must be a number that does`);
}

/** The kind of functions such as `sqrt` and of quotients: f32 of f32, else f64. */
export const floatOf = (dtype: Dtype): Dtype => (dtype === "f32" ? "f32" : "f64");

/** The values in another kind: fractions are cut off for integers, whatever is not 0 is true. */
export function castData(data: DataArray, from: Dtype, to: Dtype): DataArray {
  if (from === to) return data;
  const out = makeData(to, data.length);
  if (to === "bool") toBools(data, out as Uint8Array);
  else if (to === "i64") toBigInts(data as NumberArray, out as BigInt64Array);
  else if (from === "i64") fromBigInts(data as BigInt64Array, out as NumberArray, isFloat(to));
  else (out as NumberArray).set(data as NumberArray);
  return out;
}

function toBools(data: DataArray, out: Uint8Array): void {
  const zero = data instanceof BigInt64Array ? 0n : 0;
  for (let i = 0; i < data.length; i++) out[i] = data[i] === zero ? 0 : 1;
}

function toBigInts(data: NumberArray, out: BigInt64Array): void {
  for (let i = 0; i < data.length; i++) {
    const value = data[i] as number;
    out[i] = Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
  }
}

/** Integer kinds take the lowest bits, as between one another. */
function fromBigInts(data: BigInt64Array, out: NumberArray, isExactEnough: boolean): void {
  for (let i = 0; i < data.length; i++) {
    const value = data[i] as bigint;
    out[i] = isExactEnough ? Number(value) : Number(BigInt.asIntN(32, value));
  }
}
