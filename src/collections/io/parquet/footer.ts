// The footer of a Parquet file: row groups, each of which a task can read without the others.
import { parquetMetadataAsync } from "hyparquet/src/metadata.js";
import type { FileMetaData, RowGroup } from "hyparquet/src/types.js";
import { arrayOf } from "../../frame/table.ts";
import type { Source } from "../source.ts";
import { nameOfSource } from "../source.ts";
import { checkBounds, isOutside } from "./bounds.ts";
import { bufferOf } from "./buffer.ts";
import type { ParquetColumn } from "./columns.ts";
import { columnsOf, PARSERS } from "./columns.ts";
import type { ParquetOptions } from "./read-parquet.ts";

export interface Footer {
  readonly columns: readonly ParquetColumn[];
  readonly groups: readonly Group[];
}

export interface Group {
  /** The file's, with this row group alone. */
  readonly metadata: FileMetaData;
  readonly rows: number;
  /** Estimated bytes of its columns when they are decoded. */
  readonly bytes: Readonly<Record<string, number>>;
}

/** @throws {Error} if the source is no Parquet file */
export async function readFooter(source: Source, { where = {}, int64 = "narrow" }: ParquetOptions): Promise<Footer> {
  const metadata = await metadataOf(source);
  const columns = columnsOf(metadata, int64);
  const names = columns.map(({ name }) => name);
  checkBounds(metadata, where, names);
  const groups = metadata.row_groups.filter((group) => !isOutside(group, where));
  return { columns, groups: groups.map((group) => groupOf(metadata, group, columns)) };
}

async function metadataOf(source: Source): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(bufferOf(source), { parsers: PARSERS, geoparquet: false });
  } catch (error) {
    throw new Error(`Cannot read ${nameOfSource(source)} as Parquet: ${String(error)}`, { cause: error });
  }
}

function groupOf(metadata: FileMetaData, group: RowGroup, columns: readonly ParquetColumn[]): Group {
  const rows = Number(group.num_rows);
  const bytes = Object.fromEntries(columns.map(({ name, type }) => [name, rows * arrayOf(type, 0).BYTES_PER_ELEMENT]));
  return { metadata: { ...metadata, row_groups: [group], num_rows: group.num_rows }, rows, bytes };
}
