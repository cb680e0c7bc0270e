import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExperimentName, ExperimentRow, RowFacts } from "../../../src/lab/experiments/row.ts";
import { rowOf } from "../../../src/lab/experiments/row.ts";
import { reportCsv } from "../../../src/lab/report/csv.ts";
import { reportOf } from "../../../src/lab/report/report-of.ts";
import { reportText, tableLines } from "../../../src/lab/report/text.ts";

const BASE: RowFacts = {
  ...{ experiment: "compare", how: "real", runtime: "node", server: "weftwork", scheduler: "random" },
  ...{ graph: "merge-10K", tasks: 10_001, workers: 2, nodes: 1, workforce: "workers", costs: "none", unit: "ms" },
};

const row = (facts: Partial<RowFacts>, ...samples: number[]): ExperimentRow => rowOf({ ...BASE, ...facts }, samples);

const reportWith = (experiment: ExperimentName, rows: readonly ExperimentRow[]) =>
  reportOf({ experiment, rows, machines: [{ runtime: "node", version: "20.0.0", cores: 2 }], command: "weft" });

const tablesOf = (experiment: ExperimentName, rows: readonly ExperimentRow[]) =>
  reportWith(experiment, rows).sections.flatMap(({ tables }) => tables);

describe("the report of compare", () => {
  const rows = [
    row({}, 100),
    row({ scheduler: "work-stealing" }, 50),
    row({ graph: "tree-15" }, 100),
    row({ graph: "tree-15", scheduler: "work-stealing" }, 200),
    row({ runtime: "deno" }, 100),
    row({ runtime: "deno", scheduler: "work-stealing" }, 25),
  ];

  it("has a column for each runtime, with the mean of speedups and their range", () => {
    const [means] = tablesOf("compare", rows);
    expect(means?.columns).toEqual(["scheduler", "node", "deno"]);
    expect(means?.rows).toEqual([
      ["random", "1", "1"],
      ["work-stealing", "1.00 (0.50 to 2.00)", "4.00 (4.00 to 4.00)"],
    ]);
  });

  it("draws quartiles of a speedup the right way round: a long makespan is a small speedup", () => {
    const wide = [row({}, 100), row({ scheduler: "work-stealing" }, 40, 50, 80)];
    const chart = reportWith("compare", wide).sections.flatMap(({ charts }) => charts)[0];
    if (chart?.kind !== "dots") throw new Error("There is no dot chart");
    const [dot] = chart.rows[0]?.dots ?? [];
    expect(dot?.value).toBe(2);
    expect(dot?.spread?.[0]).toBeLessThan(2);
    expect(dot?.spread?.[1]).toBeGreaterThan(2);
  });

  it("puts what is simulated beside the paper's speedups of the same graphs", () => {
    const on168 = { how: "simulated", workers: 168, nodes: 7, runtime: "simulated", workforce: "simulated" } as const;
    const table = tablesOf("compare", [
      row({ ...on168, server: "dask", scheduler: "dask-like" }, 300),
      row({ ...on168, server: "rsds", scheduler: "work-stealing" }, 100),
    ])[0];
    const cells = table?.rows.find(([name]) => name === "rsds/ws");
    expect(cells).toEqual(["rsds/ws", "1.28", "2.10", "–", "1.66", "2.41", "3.00"]);
  });
});

describe("the report of scale", () => {
  it("draws the paper's line beside the simulated one, at the same workers", () => {
    const simulated = { experiment: "scale", how: "simulated", server: "rsds", scheduler: "work-stealing" } as const;
    const graph = "merge-100K";
    const rows = [
      row({ ...simulated, graph, nodes: 1, workers: 24 }, 24_000),
      row({ ...simulated, graph, nodes: 63, workers: 1512 }, 30_000),
    ];
    const chart = reportWith("scale", rows).sections[0]?.charts[0];
    if (chart?.kind !== "lines") throw new Error("There is no line chart");
    expect(chart.xs).toEqual([24, 168, 360, 552, 744, 1128, 1512]);
    const lines = Object.fromEntries(chart.series.map(({ name, values }) => [name, values]));
    expect(lines.rsds?.at(-1)).toBe(31.7);
    expect(lines["rsds/work-stealing"]).toEqual([24, null, null, null, null, null, 30]);
  });
});

describe("the report of aot", () => {
  it("says how flat a line is: the most by the least", () => {
    const zero = {
      experiment: "aot",
      workforce: "zero in process",
      scheduler: "work-stealing",
      unit: "us/task",
    } as const;
    const rows = [
      row({ ...zero, workers: 24 }, 2),
      row({ ...zero, workers: 24, graph: "merge-70K", tasks: 70_001 }, 3),
    ];
    const [ours, paper] = tablesOf("aot", rows);
    expect(ours?.rows.at(-1)).toEqual(["most / least", "1.50 ×"]);
    expect(paper?.columns).toEqual(["tasks", "dask/random", "dask/ws", "rsds/random", "rsds/ws"]);
  });
});

describe("the report of zero", () => {
  it("says how many times less than the paper's Dask a task costs", () => {
    const zero = { experiment: "zero", workforce: "zero in threads", scheduler: "work-stealing", workers: 24 } as const;
    const [table] = tablesOf("zero", [row({ ...zero, unit: "us/task" }, 3.14)]);
    expect(table?.rows[0]).toEqual(["merge-10K", "314", "62.0", "3.14 (100)"]);
  });
});

describe("reportText", () => {
  it("says so when nothing was measured", () => {
    expect(reportText(reportWith("zero", []))).toContain("Nothing was measured");
  });

  it("keeps every line of a table within 80 columns, whatever is in it", () => {
    const cell = fc.string({ minLength: 1, maxLength: 22 }).map((text) => text.replace(/\s/g, "x"));
    const table = fc.integer({ min: 2, max: 12 }).chain((columns) => {
      const line = fc.array(cell, { minLength: columns, maxLength: columns });
      return fc.record({ caption: fc.lorem(), columns: line, rows: fc.array(line, { minLength: 1, maxLength: 4 }) });
    });
    fc.assert(
      fc.property(table, (each) => {
        expect(Math.max(...tableLines(each).map(({ length }) => length))).toBeLessThanOrEqual(80);
      }),
    );
  });

  it("keeps every cell of a table that must be broken into blocks", () => {
    const columns = ["graph", ...Array.from({ length: 12 }, (_, i) => `scheduler-${i}`)];
    const lines = tableLines({
      caption: "c",
      columns,
      rows: [["merge", ...columns.slice(1).map((_, i) => `1234567${i}`)]],
    });
    for (let i = 0; i < 12; i++) expect(lines.join("\n")).toContain(`1234567${i}`);
  });
});

describe("reportCsv", () => {
  it("quotes what holds a comma, and puts samples into one cell", () => {
    const [head, line] = reportCsv([row({ costs: "at most 2 s, 64 MB" }, 1, 2)]).split("\r\n");
    expect(head?.split(",").slice(-2)).toEqual(["samples", "values"]);
    expect(line).toContain('"at most 2 s, 64 MB"');
    expect(line?.endsWith(",2,1 2")).toBe(true);
  });
});
