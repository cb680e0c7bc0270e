// `readParquet`: a frame of a Parquet file. Only its footer is read here; each task reads the columns that are needed of
// one row group.
import { DataFrame } from "../../frame/data-frame.ts";
import { checkColumns } from "../../frame/schema.ts";
import type { ColumnUse } from "../../plan/column-use.ts";
import { ioKernel } from "../../plan/kernel-functions.ts";
import { lazyPart } from "../../plan/lazy-part.ts";
import type { Input } from "../input.ts";
import { openInput } from "../input.ts";
import type { Bounds } from "./bounds.ts";
import type { ParquetPart } from "./kernels.ts";

export interface ParquetOptions {
  /** Names of the columns to read, in order. Default all; columns that no operation needs are not read in any case. */
  readonly columns?: readonly string[];
  /** Rows within these bounds only; row groups outside of them are not read. */
  readonly where?: Bounds;
  /** Whole numbers of 64 bits as the narrowest of `i32`, `f64` and `i64` that the file's statistics allow, or always as `i64`. Default `narrow`. */
  readonly int64?: "narrow" | "keep";
  /** At least how many partitions; row groups are divided for it, which decodes parts of them more than once. Default: one for each row group. */
  readonly partitions?: number;
}

/**
 * A frame with a partition for each row group. Decimals become `f64`, dates and timestamps `timestamp`, lists and structs
 * their JSON as `string`.
 * @throws {RangeError} for a column that is not there; {Error} if it is no Parquet file
 */
export async function readParquet(input: Input, options: ParquetOptions = {}): Promise<DataFrame> {
  const source = await openInput(input);
  const { readFooter } = await import("./footer.ts"); // a chunk of its own, with hyparquet
  const { groups, columns: all } = await readFooter(source, options);
  const names = options.columns ?? all.map(({ name }) => name);
  const known = Object.fromEntries(all.map(({ name, type }) => [name, type]));
  checkColumns(known, names, "read");
  const columns = names.map((name) => ({ name, type: known[name] as (typeof all)[number]["type"] }));
  const schema = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
  const pieces = piecesPerGroup(groups.length, options.partitions);
  const hidden = all.filter(({ name }) => options.where !== undefined && name in options.where && !(name in schema));
  const parts = groups.flatMap(({ metadata, rows, bytes }) => {
    const use = usesColumns(bytes);
    return Array.from({ length: pieces }, (_, i) => {
      const [from, to] = [Math.floor((rows * i) / pieces), Math.floor((rows * (i + 1)) / pieces)];
      const bounds = options.where === undefined ? {} : { where: options.where, wanted: names };
      const value: ParquetPart = { source, metadata, columns: [...columns, ...hidden], from, to, ...bounds };
      const size = names.reduce((sum, name) => sum + (bytes[name] ?? 0), 0) / pieces;
      return lazyPart("read-parquet", ioKernel("readParquetRows"), [], { value, bytes: Math.ceil(size), use });
    });
  });
  return new DataFrame({ parts, schema });
}

function piecesPerGroup(groups: number, partitions: number | undefined): number {
  if (partitions === undefined) return 1;
  if (Number.isSafeInteger(partitions) && partitions > 0) return Math.ceil(partitions / Math.max(1, groups));
  throw new RangeError(`Cannot make ${partitions} partitions: must be a whole number above 0`);
}

function usesColumns(bytes: Readonly<Record<string, number>>): ColumnUse {
  const all = Object.values(bytes).reduce((sum, each) => sum + each, 0);
  return {
    needs: () => "all",
    narrow: (value, wanted) => ({ ...(value as ParquetPart), wanted: [...wanted] }),
    bytes: (whole, wanted) => {
      const share = [...wanted].reduce((sum, name) => sum + (bytes[name] ?? 0), 0) / Math.max(1, all);
      return Math.ceil(whole * Math.min(1, share));
    },
  };
}
