// The report of `scale`: Figure 5, and what real workers show on the cores that there are.
import type { ExperimentRow } from "../../experiments/row.ts";
import { PAPER_NODES, PAPER_SCALING } from "../../paper/scaling.ts";
import type { LineChart, Section, Table } from "../report.ts";
import { colorOfServer, rowsWith, rowWith, seconds, short, valuesOf } from "../rows.ts";

const WORKERS_PER_NODE = 24;

export function scaleSections(rows: readonly ExperimentRow[]): readonly Section[] {
  const real = rowsWith(rows, { how: "real" });
  const simulated = rowsWith(rows, { how: "simulated" });
  return [
    ...valuesOf(simulated, "graph").map((graph) => simulatedSection(graph, rowsWith(simulated, { graph }))),
    ...(real.length > 0 ? [realSection(real)] : []),
  ];
}

type Lines = LineChart["series"][number];

function simulatedSection(graph: string, rows: readonly ExperimentRow[]): Section {
  const published = PAPER_SCALING.filter((each) => each.graph === graph);
  const measuredNodes = valuesOf(rows, "nodes");
  const nodes = [...new Set([...measuredNodes, ...(published.length > 0 ? PAPER_NODES : [])])].sort((a, b) => a - b);
  const settings = [...new Set(rows.map(({ server, scheduler }) => `${server}/${scheduler}`))];
  const series = [
    ...published.map(
      ({ server, seconds: its }): Lines => ({
        ...{ name: server, source: "published", color: colorOfServer(server) },
        values: nodes.map((each) => its[PAPER_NODES.indexOf(each)] ?? null),
      }),
    ),
    ...settings.map((setting, at): Lines => {
      const [server = "", scheduler = ""] = setting.split("/");
      const values = nodes.map((each) => {
        const row = rowWith(rows, { nodes: each, server: server as ExperimentRow["server"], scheduler });
        return seconds(row?.median) ?? null;
      });
      const color = server === "weftwork" && scheduler !== "work-stealing" ? 3 + (at % 5) : colorOfServer(server);
      return { name: setting, source: "simulated", color, values };
    }),
  ];
  const table: Table = {
    caption: "Makespan in seconds",
    columns: [
      "workers",
      ...series.map(({ name, source }) => (source === "published" ? `${name} paper` : `${name} sim.`)),
    ],
    rows: nodes.map((each, at) => [String(each * WORKERS_PER_NODE), ...series.map(({ values }) => short(values[at]))]),
  };
  const chart: LineChart = {
    ...{ kind: "lines", caption: `${graph}: makespan by number of workers`, xLabel: "workers", yLabel: "seconds" },
    xs: nodes.map((each) => each * WORKERS_PER_NODE),
    series,
  };
  const paper = published.length > 0 ? "Dashed: the paper's measurements." : "The paper did not measure this graph.";
  return {
    heading: `Figure 5: ${graph}`,
    text: `Nodes of 24 workers in virtual time, with the network of the paper's cluster. ${paper}`,
    charts: [chart],
    tables: [table],
  };
}

function realSection(rows: readonly ExperimentRow[]): Section {
  const settings = valuesOf(rows, "runtime").flatMap((runtime) =>
    valuesOf(rowsWith(rows, { runtime }), "scheduler").map((scheduler) => ({ runtime, scheduler })),
  );
  const table: Table = {
    caption: "Makespan in milliseconds (real), times as fast as on one worker",
    columns: ["graph", "workers", ...settings.map(({ runtime, scheduler }) => `${runtime} ${scheduler}`)],
    rows: valuesOf(rows, "graph").flatMap((graph) => {
      const own = rowsWith(rows, { graph });
      return valuesOf(own, "workers").map((workers) => [
        graph,
        String(workers),
        ...settings.map((setting) => {
          const row = rowWith(own, { ...setting, workers });
          const one = rowWith(own, { ...setting, workers: 1 });
          if (row === undefined) return short(undefined);
          return one === undefined ? short(row.median) : `${short(row.median)} ×${short(one.median / row.median)}`;
        }),
      ]);
    }),
  };
  return {
    heading: "Real workers on this machine",
    text: `As many as there are cores; each graph with ${valuesOf(rows, "costs").join("; or ")}.`,
    charts: [],
    tables: [table],
  };
}
