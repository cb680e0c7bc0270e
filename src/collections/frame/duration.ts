// Durations as people write them.

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Milliseconds of a number, or of "250ms", "30s", "15m", "1h", "1d", "2w". @throws {RangeError} for anything else, or not above 0 */
export function duration(text: number | string): number {
  const [, count, unit] = /^\s*(\d+(?:\.\d+)?)?\s*(ms|s|m|h|d|w)\s*$/.exec(String(text)) ?? [];
  const milliseconds = typeof text === "number" ? text : Number(count ?? 1) * (UNITS[unit ?? ""] ?? Number.NaN);
  if (milliseconds > 0 && Number.isFinite(milliseconds)) return milliseconds;
  throw new RangeError(`Cannot use "${text}" as a duration: must be above 0, like 1000, "15m", "1h" or "1d"`);
}
