// Flights as columns, decoded from pieces of the file.
import { parquetRead } from "hyparquet";
import { decompressZstd } from "hyparquet-compressors";
import type { Footer, Piece, RowGroup } from "./flights-file.ts";
import { COLUMNS, fileOf } from "./flights-file.ts";

/** One row group, column by column. */
export interface Flights {
  readonly rows: number;
  /** Hour of departure, 0 to 23. The file holds wall-clock time at the airport of origin, so no time zone is involved. */
  readonly hour: Uint8Array;
  /** Minutes by which the flight arrived late; negative when early. */
  readonly delay: Int16Array;
  /** Airport of departure: row i left from `names[codes[i]]`. */
  readonly origin: { readonly codes: Uint16Array; readonly names: readonly string[] };
}

const MS_PER_HOUR = 3_600_000;

/** Waits for nothing but its own steps: with the pieces at hand, a thread that calls it does nothing else until the end. */
export async function decodeFlights(footer: Footer, group: RowGroup, pieces: readonly Piece[]): Promise<Flights> {
  const rows = group.rowEnd - group.rowStart;
  const hour = new Uint8Array(rows);
  const delay = new Int16Array(rows);
  const codes = new Uint16Array(rows);
  const names = new Map<string, number>();
  let filled = 0;
  await parquetRead({
    file: fileOf(footer, pieces),
    metadata: footer.metadata,
    columns: COLUMNS,
    rowStart: group.rowStart,
    rowEnd: group.rowEnd,
    compressors: { ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)) },
    // Called once for each entry of a dictionary: no Date is made for each row.
    parsers: { timestampFromMicroseconds: (micros) => Math.floor(Number(micros) / 1000 / MS_PER_HOUR) % 24 },
    onChunk({ columnName, columnData, rowStart }) {
      const at = rowStart - group.rowStart;
      const write = columnName === "date" ? writeHour : columnName === "delay" ? writeDelay : writeOrigin;
      for (let i = 0; i < columnData.length; i++) write(at + i, columnData[i]);
      filled += columnData.length;
    },
  });
  if (filled !== rows * COLUMNS.length)
    throw new Error(`Cannot read the flights: ${filled} values came of ${rows} rows`);
  return { rows, hour, delay, origin: { codes, names: [...names.keys()] } };

  function writeHour(row: number, value: unknown): void {
    hour[row] = value as number;
  }
  function writeDelay(row: number, value: unknown): void {
    delay[row] = Number(value as bigint);
  }
  function writeOrigin(row: number, value: unknown): void {
    let code = names.get(value as string);
    if (code === undefined) names.set(value as string, (code = names.size));
    codes[row] = code;
  }
}
