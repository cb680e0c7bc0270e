// Arquero, on the thread that asks.
import { op, table } from "arquero";
import type { Answer, Engine, Flights, Operation } from "./flights.ts";

type Rows = ReturnType<typeof table>;

export function startArquero({ flights, airports }: Flights): Engine {
  const [rows, places] = [tableOf(flights), tableOf(airports)];
  const operations: Readonly<Record<Operation, () => Answer>> = {
    "group by": () => {
      const groups = rows
        .derive({ hour: "floor(d.date / 3600000) % 24" } as never)
        .groupby("origin", "hour")
        .rollup({ delay: op.mean("delay") } as never);
      return [groups.numRows(), sumOf(groups.array("delay") as ArrayLike<number>)];
    },
    join: () => [rows.join(places, ["origin", "iata"] as never).numRows()],
    sort: () => [rows.orderby("delay").reify().numRows()],
  };
  return { run: async (operation) => operations[operation](), close: async () => {} };
}

/** Texts as lists, as Arquero has them. */
function tableOf({ columns }: Flights["flights"]): Rows {
  const entries = Object.entries(columns).map(([name, { values, dictionary }]): [string, ArrayLike<unknown>] => {
    return [
      name,
      dictionary === undefined ? values : Array.from(values as ArrayLike<number>, (code) => dictionary[Number(code)]),
    ];
  });
  return table(entries as never);
}

function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return sum;
}
