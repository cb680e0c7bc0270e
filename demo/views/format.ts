// Numbers as people read them. English throughout, as the page is.
const whole = new Intl.NumberFormat("en");

export const count = (value: number): string => whole.format(value);

/** `count(2, "worker")` with its noun: "2 workers", "1 worker". */
export const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? "" : "s"}`;

/** A duration in milliseconds, with three digits that count. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms.toFixed(ms >= 100 ? 0 : ms >= 10 ? 1 : 2)} ms`;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Minutes with a true minus sign. */
export const minutes = (value: number): string => `${value.toFixed(1).replace("-", "−")} min`;

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** "17:00 to 17:59" */
export const hourOfDay = (hour: number): string =>
  `${String(hour).padStart(2, "0")}:00 to ${String(hour).padStart(2, "0")}:59`;
