// The same work by the same functions on the page's own thread, which can do nothing else meanwhile.
import { decodeFlights } from "./flights.ts";
import { fetchFooter, fetchPieces } from "./flights-file.ts";
import type { GroupSums } from "./group-sums.ts";
import { add, sumByHour, sumByOrigin } from "./tasks.ts";

export interface OneThreadReport {
  /** Milliseconds in all. */
  readonly makespan: number;
  /** Milliseconds of it that went by until the bytes were there: the same ranges, all asked for at once. */
  readonly fetching: number;
  readonly byOrigin: GroupSums;
  readonly byHour: GroupSums;
}

export async function runOnOneThread(url: string): Promise<OneThreadReport> {
  const started = performance.now();
  const footer = await fetchFooter(url);
  const pieces = await Promise.all(footer.groups.map((group) => fetchPieces(footer, group)));
  const fetching = performance.now() - started;

  let totals: { readonly byOrigin: GroupSums; readonly byHour: GroupSums } | undefined;
  for (const [i, group] of footer.groups.entries()) {
    const flights = await decodeFlights(footer, group, pieces[i]!);
    const sums = { byOrigin: sumByOrigin(flights), byHour: sumByHour(flights) };
    totals =
      totals === undefined
        ? sums
        : { byOrigin: add(totals.byOrigin, sums.byOrigin), byHour: add(totals.byHour, sums.byHour) };
  }
  if (totals === undefined) throw new Error(`Cannot read the flights: ${url} holds no rows`);
  return { makespan: performance.now() - started, fetching, ...totals };
}
