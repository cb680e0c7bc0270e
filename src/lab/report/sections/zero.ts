// The report of `zero`: Figures 6 and 7.
import type { ExperimentRow } from "../../experiments/row.ts";
import { geometricMean } from "../../experiments/spread.ts";
import { PAPER_ZERO } from "../../paper/zero.ts";
import type { Dot, DotChart, Section, Series, Table } from "../report.ts";
import { rowsWith, rowWith, short, valuesOf } from "../rows.ts";

const SHOWN = "work-stealing";

export function zeroSections(rows: readonly ExperimentRow[]): readonly Section[] {
  return valuesOf(rows, "workers").map((workers) => clusterSection(workers, rowsWith(rows, { workers })));
}

interface Column {
  readonly runtime: string;
  readonly workforce: ExperimentRow["workforce"];
  readonly scheduler: string;
}

function clusterSection(workers: number, rows: readonly ExperimentRow[]): Section {
  const graphs = valuesOf(rows, "graph");
  const schedulers = valuesOf(rows, "scheduler");
  const shown = schedulers.includes(SHOWN) ? SHOWN : (schedulers[0] ?? SHOWN);
  const columns = columnsOf(rowsWith(rows, { scheduler: shown }));
  const at = workers === 24 ? 0 : workers === 168 ? 1 : undefined;
  const published = (graph: string, server: "dask" | "rsds"): number | undefined =>
    at === undefined ? undefined : PAPER_ZERO.find((each) => each.graph === graph)?.[server][at];
  const table: Table = {
    caption: `Microseconds per task, ${shown} (times less than the paper's Dask)`,
    columns: ["graph", "Dask (paper)", "rsds (paper)", ...columns.map(nameOf)],
    rows: graphs.map((graph) => {
      const dask = published(graph, "dask");
      return [
        graph,
        ...[short(dask), short(published(graph, "rsds"))],
        ...columns.map((column) => {
          const median = rowWith(rows, { graph, ...column })?.median;
          if (median === undefined) return "–";
          return dask === undefined ? short(median) : `${short(median)} (${(dask / median).toFixed(0)})`;
        }),
      ];
    }),
  };
  return {
    heading: `Figures 6 and 7: ${workers} zero workers`,
    text: "The paper's times are of other machines and contain a Python client, so that only orders of magnitude compare. In process: server and workers on one thread, nothing is cloned. In threads: real messages to another thread.",
    charts: [chartOf(workers, rows, graphs, columns, published)],
    tables: [table, ...(schedulers.length > 1 ? [schedulersTable(rows, graphs, schedulers)] : [])],
  };
}

function columnsOf(rows: readonly ExperimentRow[]): readonly Column[] {
  return valuesOf(rows, "runtime").flatMap((runtime) =>
    valuesOf(rowsWith(rows, { runtime }), "workforce").map((workforce) => ({
      ...{ runtime, workforce, scheduler: rows[0]?.scheduler ?? "" },
    })),
  );
}

const nameOf = ({ runtime, workforce }: Column): string => `${runtime} ${workforce.replace("zero ", "")}`;

function chartOf(
  workers: number,
  rows: readonly ExperimentRow[],
  graphs: readonly string[],
  columns: readonly Column[],
  published: (graph: string, server: "dask" | "rsds") => number | undefined,
): DotChart {
  const papers: readonly (Series & { readonly server: "dask" | "rsds" })[] = [
    { name: "Dask", source: "published", color: 2, server: "dask" },
    { name: "rsds", source: "published", color: 1, server: "rsds" },
  ];
  const colors = [0, 3, 4, 5, 6, 7];
  const ours = columns.map(
    (column, i): Series => ({ name: nameOf(column), source: "measured", color: colors[i % colors.length] as number }),
  );
  return {
    kind: "dots",
    caption: `Overhead per task with ${workers} zero workers`,
    axis: "microseconds per task",
    series: [...papers.map(({ name, source, color }) => ({ name, source, color })), ...ours],
    rows: graphs.map((graph) => ({
      label: graph,
      dots: [
        ...papers.flatMap(({ server }, series): Dot[] => {
          const value = published(graph, server);
          return value === undefined ? [] : [{ series, value }];
        }),
        ...columns.flatMap((column, i): Dot[] => {
          const row = rowWith(rows, { graph, ...column });
          if (row === undefined) return [];
          return [{ series: papers.length + i, value: row.median, spread: [row.lower, row.upper] }];
        }),
      ],
    })),
  };
}

/** Schedulers against each other, where there are several. */
function schedulersTable(
  rows: readonly ExperimentRow[],
  graphs: readonly string[],
  schedulers: readonly string[],
): Table {
  const columns = columnsOf(rows);
  return {
    caption: `Geometric mean of microseconds per task over ${graphs.length} graphs`,
    columns: ["scheduler", ...columns.map(nameOf)],
    rows: schedulers.map((scheduler) => [
      scheduler,
      ...columns.map((column) => {
        const found = rowsWith(rows, { ...column, scheduler });
        return found.length === 0 ? "–" : short(geometricMean(found.map(({ median }) => median)));
      }),
    ]),
  };
}
