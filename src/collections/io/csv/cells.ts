// Cells of text as values. Each reader returns undefined for a text that is no value of its type.

/** Digits that a double holds exactly. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => 10 ** i);
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const INTEGER = /^[+-]?\d+$/;
const INFINITY = /^([+-]?)inf(inity)?$/i;

/** Decimal notation, `inf` and `nan`, spaces around it; whole numbers only if 64 bits hold them: others are names. */
export function readNumber(text: string): number | undefined {
  const short = readShort(text);
  return short === undefined ? readLong(text.trim()) : short;
}

/** Few digits with at most one point: one division of whole numbers, so rounded right. */
function readShort(text: string): number | undefined {
  const { length } = text;
  if (length === 0 || length > EXACT_DIGITS + 1) return undefined;
  const sign = text.charCodeAt(0);
  let at = sign === 45 || sign === 43 ? 1 : 0;
  if (length - at > EXACT_DIGITS || at === length) return undefined;
  let digits = 0;
  let point = -1;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) digits = digits * 10 + (code - 48);
    else if (code === 46 && point < 0 && length > 1) point = at;
    else return undefined;
  }
  if (point >= 0 && length - (sign === 45 || sign === 43 ? 1 : 0) === 1) return undefined; // "-."
  const value = point < 0 ? digits : digits / (POWERS[length - 1 - point] as number);
  return sign === 45 ? -value : value;
}

/** A whole number that a double holds, in digits alone. Negative zero is none: whole numbers have no sign of zero. */
export function readWhole(text: string): number | undefined {
  const { length } = text;
  if (length === 0 || length > EXACT_DIGITS) return readLongWhole(text);
  const sign = text.charCodeAt(0);
  let at = sign === 45 || sign === 43 ? 1 : 0;
  if (at === length) return undefined;
  let digits = 0;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return readLongWhole(text);
    digits = digits * 10 + (code - 48);
  }
  if (sign !== 45) return digits;
  return digits === 0 ? undefined : -digits;
}

function readLongWhole(text: string): number | undefined {
  const trimmed = text.trim();
  if (!INTEGER.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? value : undefined;
}

function readLong(text: string): number | undefined {
  if (INTEGER.test(text)) return text.length < EXACT_DIGITS || isLong(text) ? Number(text) : undefined;
  if (NUMBER.test(text)) return Number(text);
  const infinity = INFINITY.exec(text);
  if (infinity !== null) return infinity[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return /^[+-]?nan$/i.test(text) ? Number.NaN : undefined;
}

/** A whole number of 64 bits; negative zero is none. */
export function readInteger(text: string): bigint | undefined {
  const trimmed = text.trim();
  return isInteger(trimmed) && isLong(trimmed) ? bigintOf(trimmed) : undefined;
}

/** Digits alone, a sign before them; spaces around. Not negative zero. */
export function isInteger(text: string): boolean {
  const trimmed = text.trim();
  return INTEGER.test(trimmed) && !NEGATIVE_ZERO.test(trimmed);
}

const NEGATIVE_ZERO = /^-0+$/;

function isLong(text: string): boolean {
  return text.length < 19 || BigInt.asIntN(64, bigintOf(text)) === bigintOf(text);
}

const bigintOf = (text: string): bigint => BigInt(text.startsWith("+") ? text.slice(1) : text);

const BOOLEANS = new Map([
  ...["true", "True", "TRUE"].map((text) => [text, 1] as const),
  ...["false", "False", "FALSE"].map((text) => [text, 0] as const),
]);

export const readBoolean = (text: string): number | undefined => BOOLEANS.get(text);

const MS_PER_DAY = 86_400_000;
const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)? ?(Z|[+-]\d\d(?::?\d\d)?)?$/;
const MONTH_LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** ISO 8601 with a four-digit year, date alone or with a time; without a zone it is taken as UTC. Milliseconds. */
export function readTimestamp(text: string): number | undefined {
  const { length } = text;
  if (length < 10 || text.charCodeAt(4) !== 45) return undefined;
  if (length === 10 || length === 16 || length === 19) {
    const plain = readPlainTimestamp(text);
    if (plain !== undefined) return plain;
  }
  const found = TIMESTAMP.exec(text);
  if (found === null) return undefined;
  const [, years, months, dates, hours, minutes, seconds, fraction, zone] = found;
  const [year, month, day] = [Number(years), Number(months), Number(dates)];
  const days = daysOf(year, month, day);
  const time = timeOf(Number(hours ?? 0), Number(minutes ?? 0), Number(seconds ?? 0));
  if (days === undefined || time === undefined) return undefined;
  return days * MS_PER_DAY + time + millisecondsOf(fraction) - offsetOf(zone);
}

/** `2001-02-03`, `2001-02-03 04:05` and `2001-02-03 04:05:06`, which are most; undefined: look closer. */
function readPlainTimestamp(text: string): number | undefined {
  const { length } = text;
  const year = 100 * digits(text, 0) + digits(text, 2);
  const days = text.charCodeAt(7) === 45 ? daysOf(year, digits(text, 5), digits(text, 8)) : undefined;
  if (days === undefined || length === 10) return days === undefined ? undefined : days * MS_PER_DAY;
  const between = text.charCodeAt(10);
  if ((between !== 32 && between !== 84) || text.charCodeAt(13) !== 58) return undefined;
  if (length === 19 && text.charCodeAt(16) !== 58) return undefined;
  const time = timeOf(digits(text, 11), digits(text, 14), length === 19 ? digits(text, 17) : 0);
  return time === undefined ? undefined : days * MS_PER_DAY + time;
}

/** Two of them; NaN if one is none. */
function digits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN;
}

function timeOf(hour: number, minute: number, second: number): number | undefined {
  return hour <= 23 && minute <= 59 && second <= 59 ? ((hour * 60 + minute) * 60 + second) * 1000 : undefined;
}

/** Since the epoch; undefined if there is no such day. */
function daysOf(year: number, month: number, day: number): number | undefined {
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= (MONTH_LENGTHS[month - 1] as number)))
    return undefined;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && day === 29 && !isLeap ? undefined : daysSinceEpoch(year, month, day);
}

function millisecondsOf(fraction: string | undefined): number {
  return fraction === undefined ? 0 : Number(`${fraction.slice(1, 4).padEnd(3, "0")}.${fraction.slice(4)}0`);
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(":", "") || 0);
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}

/** Of the Gregorian calendar, its years counted from March on so that leap days come last. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
