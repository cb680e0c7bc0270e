// What all engines of B12 get: the same rows in memory, and what they are asked.
import type { Column, Table } from "weftwork/collections";

export interface Flights {
  readonly flights: Table;
  readonly airports: Table;
}

/** What an operation gives, in a few numbers: engines must agree. */
export type Answer = readonly number[];

export const OPERATIONS = ["group by", "join", "sort"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** An engine that has the rows. The result of a group by is brought here; those of a join and a sort stay where they are made. */
export interface Engine {
  run(operation: Operation): Promise<Answer>;
  close(): Promise<void>;
}

/** The first `rows` rows. */
export function firstRows({ flights, airports }: Flights, rows: number): Flights {
  const columns = Object.entries(flights.columns).map(([name, column]): [string, Column] => {
    return [name, { ...column, values: column.values.slice(0, rows) as Column["values"] }];
  });
  return { flights: { rows, columns: Object.fromEntries(columns) }, airports };
}

export const MS_PER_HOUR = 3_600_000;
