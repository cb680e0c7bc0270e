// Parts of timestamps, in UTC or in the time of a zone: days are counted, no Date is made per row.
import type { TimePart } from "./expression-node.ts";
import type { Column } from "./table.ts";
import { withValid } from "./take.ts";

const DAY = 86_400_000;
const FIRST_MONDAY = 4 * DAY; // 1970-01-05
const WEEK = 7 * DAY;

export function timeParts(column: Column, part: TimePart, zone: string): Column {
  const times = localTimes(column, zone);
  const values = new Float64Array(times.length);
  const read = PARTS[part];
  for (let row = 0; row < values.length; row++) {
    if (column.valid === undefined || column.valid[row] === 1) values[row] = read(times[row] as number);
  }
  return withValid({ type: "f64", values }, column.valid);
}

/** In a zone, stretches are of its clock: a day may have 23 or 25 hours. */
export function floorTimes(column: Column, every: number, zone: string): Column {
  const times = localTimes(column, zone);
  const offset = every % WEEK === 0 ? FIRST_MONDAY : 0;
  const values = new Float64Array(times.length);
  for (let row = 0; row < values.length; row++) {
    const time = times[row] as number;
    values[row] = Math.floor((time - offset) / every) * every + offset;
  }
  if (zone !== "UTC") toUniversal(values, new Zone(zone));
  return withValid({ type: "timestamp", values }, column.valid);
}

const PARTS: Readonly<Record<TimePart, (time: number) => number>> = {
  year: (time) => dateOf(time).year,
  month: (time) => dateOf(time).month,
  day: (time) => dateOf(time).day,
  hour: (time) => Math.floor(modulo(time, DAY) / 3_600_000),
  minute: (time) => Math.floor(modulo(time, 3_600_000) / 60_000),
  second: (time) => Math.floor(modulo(time, 60_000) / 1_000),
  dayOfWeek: (time) => modulo(Math.floor(time / DAY) + 3, 7), // 1970-01-01 was a Thursday
  dayOfYear: (time) => Math.floor(time / DAY) - daysTo(dateOf(time).year) + 1,
};

const modulo = (value: number, by: number): number => value - by * Math.floor(value / by);

/** Days from 1970-01-01 to the first day of a year. */
function daysTo(year: number): number {
  const before = year - 1;
  return 365 * (year - 1970) + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 477;
}

/** Days are counted from March, so that the one that leaps is the last of its year, and in eras of 400 years. */
function dateOf(time: number): { readonly year: number; readonly month: number; readonly day: number } {
  const days = Math.floor(time / DAY) + 719_468; // since 0000-03-01
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const leaps = Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function localTimes({ values }: Column, zone: string): Float64Array {
  if (zone === "UTC") return values as Float64Array;
  const clock = new Zone(zone);
  return (values as Float64Array).map((time) => time + clock.offsetAt(time));
}

/** What a clock of the zone showed, as time: the earlier one where it showed it twice. */
function toUniversal(times: Float64Array, zone: Zone): void {
  for (let row = 0; row < times.length; row++) {
    const local = times[row] as number;
    const early = local - zone.offsetAt(local - DAY / 2);
    times[row] = early + zone.offsetAt(early) === local ? early : local - zone.offsetAt(local - zone.offsetAt(local));
  }
}

const QUARTER = 900_000; // clocks are changed at quarters of an hour

/** How far the clocks of a zone are ahead of UTC. */
class Zone {
  readonly #format: Intl.DateTimeFormat;
  readonly #known = new Map<number, number>();
  #last = { quarter: Number.NaN, offset: 0 };

  constructor(zone: string) {
    const digits = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
    this.#format = new Intl.DateTimeFormat("en-US", {
      ...digits,
      ...{ second: "numeric", era: "short", hourCycle: "h23", timeZone: zone },
    });
  }

  offsetAt(time: number): number {
    const quarter = Math.floor(time / QUARTER);
    if (quarter === this.#last.quarter) return this.#last.offset;
    let offset = this.#known.get(quarter);
    if (offset === undefined) this.#known.set(quarter, (offset = this.#find(quarter * QUARTER)));
    this.#last = { quarter, offset };
    return offset;
  }

  #find(time: number): number {
    if (!Number.isFinite(time)) return 0;
    const parts: Record<string, string> = {};
    for (const { type, value } of this.#format.formatToParts(time)) parts[type] = value;
    const year = parts.era === "BC" ? 1 - Number(parts.year) : Number(parts.year);
    const shown = new Date(0);
    shown.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
    shown.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second), 0);
    return shown.getTime() - Math.floor(time / 1_000) * 1_000;
  }
}
