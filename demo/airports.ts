// Names of airports, so that people can read the codes. A nicety: without them the page shows codes alone.
import airportsUrl from "@data/airports.csv?url";

/** City by IATA code; empty if the list cannot be had. */
export async function fetchCities(): Promise<ReadonlyMap<string, string>> {
  try {
    const response = await fetch(airportsUrl);
    return response.ok ? citiesOf(await response.text()) : new Map();
  } catch {
    return new Map();
  }
}

function citiesOf(csv: string): Map<string, string> {
  const cities = new Map<string, string>();
  for (const line of csv.split("\n").slice(1)) {
    const [code, , city] = Array.from(line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g), (match) => match[1]);
    if (code && city) cities.set(code, city);
  }
  return cities;
}
