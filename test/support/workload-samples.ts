// The paper's programs at sizes for tests, on data that is made and on the films of vega-datasets.
import { readFileSync } from "node:fs";
import type { Workload, workloads } from "weftwork/lab";

export interface Sample {
  readonly name: string;
  readonly workload: Workload;
}

/** Text columns of each film, as one text: about 3,200. */
function filmTexts(): readonly string[] {
  const file = new URL("../../node_modules/vega-datasets/data/movies.json", import.meta.url);
  const films = JSON.parse(readFileSync(file, "utf8")) as readonly Readonly<Record<string, unknown>>[];
  const columns = ["Title", "Major Genre", "Creative Type", "Director", "Distributor", "Source"];
  return films.map((film) => columns.map((column) => film[column] ?? "").join(" "));
}

export function samples(make: typeof workloads): readonly Sample[] {
  const texts = filmTexts();
  return [
    { name: "merge", workload: make.merge({ count: 1000 }) },
    { name: "merge_slow", workload: make.mergeSlow({ count: 20, seconds: 0.005 }) },
    { name: "tree", workload: make.tree({ exponent: 9 }) },
    { name: "numpy in 4 chunks", workload: make.numpy({ size: 60, chunks: 2 }) },
    { name: "numpy in 100 chunks of an odd side", workload: make.numpy({ size: 150, chunks: 10, seed: 7 }) },
    { name: "bag", workload: make.bag({ records: 400, partitions: 8 }) },
    { name: "groupby", workload: make.groupby({ partitions: 30, rows: 600 }) },
    { name: "join in one stage", workload: make.join({ partitions: 8, rows: 200 }) },
    { name: "join in two stages, with empty partitions", workload: make.join({ partitions: 34, rows: 40, seed: 3 }) },
    { name: "vectorizer", workload: make.vectorizer({ texts, partitions: 9 }) },
    { name: "wordbag", workload: make.wordbag({ texts, partitions: 7 }) },
  ];
}
