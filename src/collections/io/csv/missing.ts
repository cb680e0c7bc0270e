// The spellings of a missing value.
import { readNumber } from "./cells.ts";

/** What pandas takes for missing. */
export const MISSING: readonly string[] = [
  ...["", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA"],
  ...["NULL", "NaN", "None", "n/a", "nan", "null"],
];

export interface Missing {
  readonly texts: ReadonlySet<string>;
  /** Whether one of them reads as a number. */
  readonly areNumbers: boolean;
}

export function missingOf(texts: readonly string[] = MISSING): Missing {
  return { texts: new Set(texts), areNumbers: texts.some((text) => readNumber(text) !== undefined) };
}
