// The functions that workers serve: every export is a task. They know no cluster; the page's own thread can call them too.
import type { Flights } from "./flights.ts";
import { decodeFlights } from "./flights.ts";
import type { Footer, RowGroup } from "./flights-file.ts";
import { fetchFooter, fetchPieces } from "./flights-file.ts";
import type { GroupSums } from "./group-sums.ts";
import { addSums, sumByCode } from "./group-sums.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

export function readFooter(url: string): Promise<Footer> {
  return fetchFooter(url);
}

export async function readRowGroup(footer: Footer, group: RowGroup): Promise<Flights> {
  return decodeFlights(footer, group, await fetchPieces(footer, group));
}

export function sumByOrigin({ origin, delay }: Flights): GroupSums {
  return sumByCode(origin.names, origin.codes, delay);
}

export function sumByHour({ hour, delay }: Flights): GroupSums {
  return sumByCode(HOURS, hour, delay);
}

export function add(a: GroupSums, b: GroupSums): GroupSums {
  return addSums(a, b);
}
