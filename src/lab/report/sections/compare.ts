// The report of `compare`: Table II, Figures 2 to 4, and the same on real workers here.
import type { ExperimentRow } from "../../experiments/row.ts";
import { geometricMean } from "../../experiments/spread.ts";
import type { PaperSetting } from "../../paper/makespans.ts";
import { PAPER_MAKESPANS } from "../../paper/makespans.ts";
import { PAPER_SPEEDUPS } from "../../paper/speedups.ts";
import type { Chart, Dot, Section, Series, Table } from "../report.ts";
import { colorOfScheduler, colorOfServer, rowsWith, rowWith, short, valuesOf } from "../rows.ts";

const BASE = "random";
const CLUSTERS = [24, 168] as const;

export function compareSections(rows: readonly ExperimentRow[]): readonly Section[] {
  const real = rowsWith(rows, { how: "real" });
  const simulated = rowsWith(rows, { how: "simulated" });
  return [
    ...(real.length > 0 ? [realMeans(real), ...valuesOf(real, "runtime").map((each) => realGraphs(real, each))] : []),
    ...(simulated.length > 0 ? [speedupTable(simulated), speedupFigures(simulated)] : []),
  ];
}

/** Speedups of a scheduler over random placement, by graph. */
function speedups(rows: readonly ExperimentRow[], scheduler: string): readonly number[] {
  return valuesOf(rows, "graph").flatMap((graph) => {
    const base = rowWith(rows, { graph, scheduler: BASE });
    const row = rowWith(rows, { graph, scheduler });
    return base === undefined || row === undefined ? [] : [base.median / row.median];
  });
}

function realMeans(rows: readonly ExperimentRow[]): Section {
  const runtimes = valuesOf(rows, "runtime");
  const table: Table = {
    caption: "Geometric mean of speedups over random placement (lowest to highest)",
    columns: ["scheduler", ...runtimes],
    rows: valuesOf(rows, "scheduler").map((scheduler) => [
      scheduler,
      ...runtimes.map((runtime) => {
        const found = speedups(rowsWith(rows, { runtime }), scheduler);
        if (found.length === 0) return "–";
        const range = `${short(Math.min(...found))} to ${short(Math.max(...found))}`;
        return scheduler === BASE ? "1" : `${short(geometricMean(found))} (${range})`;
      }),
    ]),
  };
  const graphs = valuesOf(rows, "graph").length;
  const workers = valuesOf(rows, "workers").join(" and ");
  return {
    heading: "Schedulers on this machine",
    text: `Real workers: ${workers} per cluster, ${graphs} graphs, each with ${valuesOf(rows, "costs").join("; or ")}. On so few cores there is little to place.`,
    charts: [],
    tables: [table],
  };
}

function realGraphs(all: readonly ExperimentRow[], runtime: string): Section {
  const rows = rowsWith(all, { runtime });
  const graphs = valuesOf(rows, "graph");
  const schedulers = valuesOf(rows, "scheduler");
  const others = schedulers.filter((name) => name !== BASE);
  const series = others.map((name): Series => ({ name, source: "measured", color: colorOfScheduler(name, others) }));
  const chart: Chart = {
    kind: "dots",
    caption: `Speedup over random placement in ${runtime}; bars are quartiles`,
    axis: "times as fast as random placement",
    mark: 1,
    series,
    rows: graphs.flatMap((graph) => {
      const base = rowWith(rows, { graph, scheduler: BASE });
      if (base === undefined) return [];
      const dots = others.flatMap((scheduler, at): Dot[] => {
        const row = rowWith(rows, { graph, scheduler });
        if (row === undefined) return [];
        const spread = [base.median / row.upper, base.median / row.lower] as const;
        return [{ series: at, value: base.median / row.median, spread }];
      });
      return [{ label: graph, dots }];
    }),
  };
  const table: Table = {
    caption: `Makespans in ${runtime}, median in milliseconds (real)`,
    columns: ["graph", ...schedulers],
    rows: graphs.map((graph) => [
      graph,
      ...schedulers.map((scheduler) => short(rowWith(rows, { graph, scheduler })?.median)),
    ]),
  };
  return {
    heading: `Graph by graph in ${runtime}`,
    text: "Differences of less than about a third between two runs are noise on a busy machine.",
    charts: chart.rows.length > 0 ? [chart] : [],
    tables: [table],
  };
}

interface Setting {
  readonly name: string;
  readonly server: ExperimentRow["server"];
  readonly scheduler: string;
  readonly published?: PaperSetting;
}

/** The paper's settings, then ours. */
function settingsOf(rows: readonly ExperimentRow[]): readonly Setting[] {
  const ours = valuesOf(rowsWith(rows, { server: "weftwork" }), "scheduler");
  return [
    { name: "dask/random", server: "dask", scheduler: "random", published: "dask/random" },
    { name: "rsds/random", server: "rsds", scheduler: "random", published: "rsds/random" },
    { name: "rsds/ws", server: "rsds", scheduler: "work-stealing", published: "rsds/ws" },
    ...ours.map((scheduler): Setting => ({ name: `weftwork/${scheduler}`, server: "weftwork", scheduler })),
  ];
}

/** Simulated speedups over Dask with work-stealing, by graph. */
function simulatedSpeedups(rows: readonly ExperimentRow[], { server, scheduler }: Setting, workers: number) {
  return new Map(
    valuesOf(rows, "graph").flatMap((graph): [string, number][] => {
      const base = rowWith(rows, { graph, workers, server: "dask", scheduler: "dask-like" });
      const row = rowWith(rows, { graph, workers, server, scheduler });
      return base === undefined || row === undefined ? [] : [[graph, base.median / row.median]];
    }),
  );
}

/** The paper's speedups over Dask with work-stealing, of those graphs. */
function publishedSpeedups(graphs: readonly string[], setting: PaperSetting, workers: 24 | 168) {
  const at = workers === 24 ? 0 : 1;
  const published = PAPER_MAKESPANS.filter(({ graph }) => graphs.includes(graph));
  return new Map(published.map(({ graph, seconds }) => [graph, seconds["dask/ws"][at] / seconds[setting][at]]));
}

function speedupTable(rows: readonly ExperimentRow[]): Section {
  const graphs = valuesOf(rows, "graph");
  const mean = (speedups: ReadonlyMap<string, number>): string =>
    speedups.size === 0 ? "–" : short(geometricMean([...speedups.values()]));
  const table: Table = {
    caption: `Geometric mean of speedups over Dask with work-stealing (${graphs.length} of the paper's 25 graphs)`,
    columns: [
      "server/scheduler",
      ...CLUSTERS.flatMap((workers) => [
        `${workers}: paper, all 25`,
        `${workers}: paper, these`,
        `${workers}: simulated`,
      ]),
    ],
    rows: settingsOf(rows).map((setting) => [
      setting.name,
      ...CLUSTERS.flatMap((workers, at) => {
        const { published } = setting;
        const all = published === undefined || published === "dask/ws" ? undefined : PAPER_SPEEDUPS[published][at];
        const these = published && mean(publishedSpeedups(graphs, published, workers));
        return [short(all), these ?? "–", mean(simulatedSpeedups(rows, setting, workers))];
      }),
    ]),
  };
  return {
    heading: "Table II: the paper's cluster, simulated",
    text: "Virtual time: real reactor, schedulers and worker machines; the network of the paper's cluster, and the costs of Dask's, of rsds's and of our own server as models. 24 workers are one node, 168 are seven.",
    charts: [],
    tables: [table],
  };
}

function speedupFigures(rows: readonly ExperimentRow[]): Section {
  const charts = CLUSTERS.filter((workers) => rowsWith(rows, { workers }).length > 0).map((workers): Chart => {
    const settings = settingsOf(rows).filter(
      ({ server, scheduler }) => server !== "weftwork" || scheduler === "work-stealing",
    );
    const shown = settings.flatMap((setting, lane): { series: Series; speedups: ReadonlyMap<string, number> }[] => {
      const color =
        setting.name === "dask/random" ? 3 : setting.name === "rsds/random" ? 4 : colorOfServer(setting.server);
      const { name, published } = setting;
      const simulated = {
        series: { name, source: "simulated", color, lane } as const,
        speedups: simulatedSpeedups(rows, setting, workers),
      };
      if (published === undefined) return [simulated];
      const graphs = valuesOf(rows, "graph");
      const paper = {
        series: { name, source: "published", color, lane } as const,
        speedups: publishedSpeedups(graphs, published, workers),
      };
      return [paper, simulated];
    });
    return {
      kind: "dots",
      caption: `Speedup over Dask with work-stealing on ${workers} workers`,
      axis: "times as fast as Dask with work-stealing",
      mark: 1,
      series: shown.map(({ series }) => series),
      rows: valuesOf(rows, "graph").map((graph) => ({
        label: graph,
        dots: shown.flatMap(({ speedups }, series): Dot[] => {
          const value = speedups.get(graph);
          return value === undefined ? [] : [{ series, value }];
        }),
      })),
    };
  });
  return {
    heading: "Figures 2 to 4: graph by graph",
    text: "Hollow dots are the paper's measurements, full dots are simulated.",
    charts,
    tables: [],
  };
}
