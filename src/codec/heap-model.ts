// What V8 allocates for each kind of value on 64 bits, with whole pointers as in Node and Deno; measured, see
// test/codec/size.test.ts. Chromium compresses pointers: there objects take about half of it, buffers and texts the same.

/** One slot of an array or object, with the small integer, boolean or reference that stands in it. */
export const SLOT = 8;
/** A number that is no small integer, in a slot that is not of an array of numbers. */
export const BOXED_NUMBER = 16;
export const OBJECT = 24;
export const DATE = 112;
export const PATTERN = 140;
/** An Error beyond its texts. */
export const ERROR = 100;
export const BUFFER = 88;
export const VIEW = 96;

/** The head of anything whose length can vary. */
const HEAD = 16;
const ARRAY = 32;
/** Objects with more keys are hash tables. */
const MOST_KEYS = 132;
/** Arrays that are longer are hash tables unless they are full. */
export const LONGEST_PLAIN_ARRAY = 32 * 1024 * 1024;

export function arrayBytes(length: number): number {
  return length === 0 ? ARRAY : ARRAY + HEAD + SLOT * length;
}

/** An array of which most items are holes. */
export function sparseBytes(items: number): number {
  return ARRAY + tableBytes(items);
}

/** An object with these keys, all of them texts that only it has when there are many. */
export function objectBytes(keys: readonly string[]): number {
  const count = keys.length;
  if (count <= 4) return OBJECT + SLOT * count;
  if (count <= MOST_KEYS) return OBJECT + HEAD + SLOT * count;
  const last = Number(keys[count - 1]);
  if (Number.isInteger(last)) return OBJECT + (last < 4 * count ? HEAD + SLOT * last : tableBytes(count)); // indices
  const step = Math.ceil(count / 64);
  let text = 0;
  let looked = 0;
  for (let i = 0; i < count; i += step, looked++) text += textBytes(keys[i] as string);
  return OBJECT + tableBytes(count) + (text / looked) * count;
}

/** A Map or Set beyond what its keys and items hold: a chained hash table, at least half full. */
export function hashBytes(entries: number, slotsPerEntry: 1 | 2): number {
  const capacity = Math.max(4, powerOfTwoFrom(entries));
  return ARRAY + HEAD + SLOT * (3 + capacity / 2 + (slotsPerEntry + 1) * capacity);
}

/** A BigInt outside its slot. */
export function bigintBytes(value: bigint): number {
  if (BigInt.asIntN(64, value) === value) return 24;
  return HEAD + SLOT * Math.ceil((4 * value.toString(16).length) / 64);
}

/** A text outside its slot, flat. 32 characters tell whether it takes one byte or two for each. */
export function textBytes(text: string): number {
  const { length } = text;
  const step = Math.max(1, Math.floor(length / 32));
  for (let i = 0; i < length; i += step) if (text.charCodeAt(i) > 0xff) return HEAD + rounded(2 * length);
  return HEAD + rounded(length);
}

/** A hash table of three slots per place, at most two thirds full. */
const tableBytes = (entries: number): number => 3 * SLOT * powerOfTwoFrom(1.5 * entries);
const powerOfTwoFrom = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, count)));
const rounded = (bytes: number): number => Math.ceil(bytes / 8) * 8;
