// The flights file on the web: its footer, and pieces of it by HTTP range. Knows Parquet's frame, not what rows mean.
import type { AsyncBuffer, FileMetaData } from "hyparquet";
import { parquetMetadata } from "hyparquet";

/** The columns that the page's question needs; the others are never fetched. */
export const COLUMNS = ["date", "delay", "origin"];

/** What the end of the file says about the rest. */
export interface Footer {
  readonly url: string;
  readonly byteLength: number;
  readonly rows: number;
  readonly groups: readonly RowGroup[];
  readonly metadata: FileMetaData;
}

/** Rows that can be read without any others. */
export interface RowGroup {
  readonly rowStart: number;
  readonly rowEnd: number;
  /** Where the bytes of `COLUMNS` lie, in order. */
  readonly ranges: readonly ByteRange[];
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Bytes of the file from `start` on. */
export interface Piece {
  readonly start: number;
  readonly bytes: ArrayBuffer;
}

const FOOTER_BYTES = 64 * 1024;
/** Ranges this close are fetched as one; hyparquet asks for them as one. */
const LARGEST_GAP = 8 * 1024;
/** Files of servers that know no ranges and answered with all of it. */
const wholeFiles = new Map<string, ArrayBuffer>();

/** @throws {Error} in plain words, if the file is not there or is no Parquet file */
export async function fetchFooter(url: string): Promise<Footer> {
  const head = await fetchRange(url, { start: 0, end: 4 });
  const magic = new TextDecoder().decode(head.bytes.slice(0, 4));
  if (magic !== "PAR1")
    throw new Error(`Cannot read the flights: ${url} begins with "${magic}", must begin with "PAR1"`);
  const byteLength = head.total;
  const { bytes } = await fetchRange(url, { start: Math.max(0, byteLength - FOOTER_BYTES), end: byteLength });
  const metadata = parquetMetadata(bytes);
  let rowStart = 0;
  const groups = metadata.row_groups.map(({ num_rows, columns }): RowGroup => {
    const group = { rowStart, rowEnd: rowStart + Number(num_rows), ranges: rangesOf(columns) };
    rowStart = group.rowEnd;
    return group;
  });
  return { url, byteLength, rows: Number(metadata.num_rows), groups, metadata };
}

/** Everything that decoding a row group needs. */
export function fetchPieces({ url }: Footer, { ranges }: RowGroup): Promise<Piece[]> {
  return Promise.all(
    ranges.map(async (range) => ({ start: range.start, bytes: (await fetchRange(url, range)).bytes })),
  );
}

/** The pieces as the file that they are of, for hyparquet. */
export function fileOf({ byteLength }: Footer, pieces: readonly Piece[]): AsyncBuffer {
  return {
    byteLength,
    slice(start, end = byteLength) {
      const piece = pieces.find((each) => each.start <= start && end <= each.start + each.bytes.byteLength);
      if (piece === undefined) throw new Error(`Cannot read bytes ${start} to ${end}: they were not fetched`);
      return piece.bytes.slice(start - piece.start, end - piece.start);
    },
  };
}

function rangesOf(columns: FileMetaData["row_groups"][number]["columns"]): ByteRange[] {
  const out: ByteRange[] = [];
  for (const { meta_data: column } of columns) {
    if (column === undefined || !COLUMNS.includes(column.path_in_schema.join("."))) continue;
    const start = Number(column.dictionary_page_offset || column.data_page_offset);
    const end = start + Number(column.total_compressed_size);
    const last = out.at(-1);
    if (last !== undefined && start - last.end <= LARGEST_GAP) out[out.length - 1] = { start: last.start, end };
    else out.push({ start, end });
  }
  return out;
}

async function fetchRange(url: string, { start, end }: ByteRange): Promise<{ bytes: ArrayBuffer; total: number }> {
  const whole = wholeFiles.get(url);
  if (whole !== undefined) return { bytes: whole.slice(start, end), total: whole.byteLength };
  const response = await ask(url, `bytes=${start}-${end - 1}`);
  const bytes = await response.arrayBuffer();
  if (response.status === 200) {
    wholeFiles.set(url, bytes);
    return { bytes: bytes.slice(start, end), total: bytes.byteLength };
  }
  const total = Number(response.headers.get("Content-Range")?.split("/")[1]);
  if (!Number.isInteger(total) || bytes.byteLength !== end - start) {
    throw new Error(`Cannot read the flights: ${url} answered with other bytes than ${start} to ${end}`);
  }
  return { bytes, total };
}

async function ask(url: string, range: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { headers: { Range: range } });
  } catch (error) {
    throw new Error(`Cannot read the flights: ${url} cannot be reached (${String(error)})`);
  }
  if (response.status === 200 || response.status === 206) return response;
  throw new Error(`Cannot read the flights: ${url} answered ${response.status}, must answer 200 or 206`);
}
