// The few numbers that a reader should take away, each from the rows that are there.
import type { ExperimentName, ExperimentRow } from "../experiments/row.ts";
import { geometricMean } from "../experiments/spread.ts";
import { PAPER_MAKESPANS } from "../paper/makespans.ts";
import { PAPER_BY_TASKS } from "../paper/overhead.ts";
import { PAPER_ZERO } from "../paper/zero.ts";
import type { Finding } from "./report.ts";
import { rowsWith, rowWith, short, valuesOf } from "./rows.ts";

export function findingsOf(experiment: ExperimentName, rows: readonly ExperimentRow[]): readonly Finding[] {
  switch (experiment) {
    case "compare":
      return compareFindings(rows);
    case "scale":
      return scaleFindings(rows);
    case "zero":
      return zeroFindings(rows);
    case "aot":
      return aotFindings(rows);
  }
}

const WS = "work-stealing";

function compareFindings(rows: readonly ExperimentRow[]): Finding[] {
  const found: Finding[] = [];
  const simulated = rowsWith(rows, { how: "simulated", workers: 168 });
  const ratios = (server: "rsds" | "weftwork"): number[] =>
    valuesOf(simulated, "graph").flatMap((graph) => {
      const dask = rowWith(simulated, { graph, server: "dask", scheduler: "dask-like" });
      const other = rowWith(simulated, { graph, server, scheduler: WS });
      return dask === undefined || other === undefined ? [] : [dask.median / other.median];
    });
  const [rsds, ours] = [ratios("rsds"), ratios("weftwork")];
  if (rsds.length > 0) {
    const graphs = valuesOf(simulated, "graph");
    const paper = PAPER_MAKESPANS.filter(({ graph }) => graphs.includes(graph)).map(
      ({ seconds }) => seconds["dask/ws"][1] / seconds["rsds/ws"][1],
    );
    const beside = paper.length > 0 ? `; the paper measured ${short(geometricMean(paper))} on these graphs` : "";
    const text = `rsds over Dask on 168 workers, simulated${beside}`;
    found.push({ value: `${short(geometricMean(rsds))} ×`, text });
  }
  if (ours.length > 0)
    found.push({ value: `${short(geometricMean(ours))} ×`, text: "weftwork over Dask on 168 workers, simulated" });
  const real = rowsWith(rows, { how: "real" });
  for (const runtime of valuesOf(real, "runtime").slice(0, 3)) {
    const own = rowsWith(real, { runtime });
    const speedups = valuesOf(own, "graph").flatMap((graph) => {
      const [random, ws] = ["random", WS].map((scheduler) => rowWith(own, { graph, scheduler }));
      return random === undefined || ws === undefined ? [] : [random.median / ws.median];
    });
    if (speedups.length > 0)
      found.push({
        value: `${short(geometricMean(speedups))} ×`,
        text: `work-stealing over random placement on ${own[0]?.workers} workers in ${runtime}, measured`,
      });
  }
  return found;
}

function scaleFindings(rows: readonly ExperimentRow[]): Finding[] {
  const simulated = rowsWith(rows, { how: "simulated" });
  return valuesOf(simulated, "graph").flatMap((graph) => {
    const own = rowsWith(simulated, { graph });
    const workers = Math.max(...valuesOf(own, "workers"));
    const dask = rowWith(own, { workers, server: "dask" });
    const ours = rowWith(own, { workers, server: "weftwork", scheduler: WS });
    if (dask === undefined || ours === undefined) return [];
    const text = `weftwork over Dask: ${graph} on ${workers.toLocaleString("en")} workers, simulated`;
    return [{ value: `${short(dask.median / ours.median)} ×`, text }];
  });
}

function zeroFindings(rows: readonly ExperimentRow[]): Finding[] {
  return valuesOf(rows, "runtime").flatMap((runtime) =>
    valuesOf(rows, "workforce").flatMap((workforce) => {
      const own = rowsWith(rows, { runtime, workforce, scheduler: WS, workers: 24 });
      const ratios = own.flatMap(({ graph, median }) => {
        const paper = PAPER_ZERO.find((each) => each.graph === graph);
        return paper === undefined ? [] : [paper.dask[0] / median];
      });
      if (ratios.length === 0) return [];
      const text = `less per task than the paper's Dask: mean over ${ratios.length} graphs, 24 ${workforce.replace("zero", "zero workers")} in ${runtime}`;
      return [{ value: `${geometricMean(ratios).toFixed(0)} ×`, text }];
    }),
  );
}

function aotFindings(rows: readonly ExperimentRow[]): Finding[] {
  const dask = PAPER_BY_TASKS.find(
    ({ server, scheduler, workers }) => server === "dask" && scheduler === "ws" && workers === 24,
  );
  return valuesOf(rows, "runtime").flatMap((runtime) =>
    valuesOf(rows, "workforce").flatMap((workforce) => {
      const own = rowsWith(rows, { runtime, workforce, scheduler: WS, workers: 24 });
      if (own.length === 0) return [];
      const mean = geometricMean(own.map(({ median }) => median));
      const paper = dask === undefined ? "" : `; the paper's Dask took ${geometricMean(dask.microseconds).toFixed(0)}`;
      const text = `per task on 24 ${workforce.replace("zero", "zero workers")} in ${runtime}${paper}`;
      return [{ value: `${short(mean)} µs`, text }];
    }),
  );
}
