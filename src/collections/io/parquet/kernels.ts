// The task of `readParquet`: the wanted columns of some rows of a row group as a table.
import { parquetRead } from "hyparquet/src/read.js";
import type { Compressors, FileMetaData } from "hyparquet/src/types.js";
import { decompressBrotli, decompressLz4, decompressLz4Raw, decompressZstd, gunzip } from "hyparquet-compressors";
import type { Table } from "../../frame/table.ts";
import { takeRows, withColumns } from "../../frame/take.ts";
import type { Source } from "../source.ts";
import { nameOfSource } from "../source.ts";
import type { Bounds } from "./bounds.ts";
import { rowsWithin } from "./bounds.ts";
import { bufferOf } from "./buffer.ts";
import type { ParquetColumn } from "./columns.ts";
import { DecodedColumn, PARSERS } from "./columns.ts";

export interface ParquetPart {
  readonly source: Source;
  /** The file's, with this row group alone. */
  readonly metadata: FileMetaData;
  readonly columns: readonly ParquetColumn[];
  /** Names of those that are wanted; absent: all. */
  readonly wanted?: readonly string[];
  /** Rows of the row group. */
  readonly from: number;
  readonly to: number;
  readonly where?: Bounds;
}

export async function readParquetRows(part: ParquetPart): Promise<Table> {
  const { source, metadata, from, to, where = {}, wanted } = part;
  const needed = wanted === undefined ? undefined : new Set([...wanted, ...Object.keys(where)]);
  const columns = part.columns.filter(({ name }) => needed?.has(name) !== false);
  const decoded = new Map(columns.map((column) => [column.name, new DecodedColumn(column, to - from)]));
  if (columns.length > 0 && to > from) {
    await parquetRead({
      file: bufferOf(source),
      metadata,
      columns: [...decoded.keys()],
      rowStart: from,
      rowEnd: to,
      compressors: COMPRESSORS,
      parsers: PARSERS,
      geoparquet: false,
      onChunk: ({ columnName, columnData, rowStart }) => decoded.get(columnName)?.fill(columnData, rowStart - from),
    });
  }
  for (const [name, column] of decoded) {
    if (!column.isFull) throw new Error(`Cannot read column "${name}" of ${nameOfSource(source)}: values are missing`);
  }
  const table = {
    rows: to - from,
    columns: Object.fromEntries([...decoded].map(([name, column]) => [name, column.finish()])),
  };
  const rows = rowsWithin(table, where);
  const result = withColumns(table, wanted);
  return rows === undefined ? result : takeRows(result, rows);
}

/** Snappy is hyparquet's own: another is WebAssembly, which a Content-Security-Policy may forbid. */
const COMPRESSORS: Compressors = {
  GZIP: (input, length) => gunzip(input, new Uint8Array(length)),
  BROTLI: decompressBrotli,
  ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};
