// A data frame as operations see it: partitions to be, and what is known of their columns.
import type { ColumnUse } from "../plan/column-use.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import type { Schema } from "./table.ts";

export interface FrameParts {
  readonly parts: readonly LazyPart[];
  readonly schema: Schema;
  /** Of a frame as a reader gives it: what could not be read, a list for each partition. */
  readonly badRows?: readonly LazyPart[];
}

/** What is known of the bytes of all partitions; undefined if one is unknown. */
export function frameBytes({ parts }: FrameParts): number | undefined {
  let sum = 0;
  for (const { bytes } of parts) {
    if (bytes === undefined) return undefined;
    sum += bytes;
  }
  return sum;
}

/** Of parts that need these columns, whatever is wanted of them. */
export function usesOnly(columns: Iterable<string>): ColumnUse {
  const needed = new Set(columns);
  return { needs: () => needed };
}

/** Of parts that give the columns which they take, and look at `also` besides. */
export function passesOn(also: Iterable<string>): ColumnUse {
  const read = [...also];
  return { needs: (wanted) => (wanted === "all" ? "all" : new Set([...wanted, ...read])) };
}
