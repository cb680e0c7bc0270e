// The report of `aot`: Figure 8.
import type { ExperimentRow } from "../../experiments/row.ts";
import { PAPER_BY_TASKS, PAPER_BY_WORKERS, PAPER_TASKS, PAPER_WORKERS } from "../../paper/overhead.ts";
import type { LineChart, Section, Table } from "../report.ts";
import { colorOfServer, rowsWith, rowWith, short, valuesOf } from "../rows.ts";

const FIXED = "merge-50K";

type Lines = LineChart["series"][number];

export function aotSections(rows: readonly ExperimentRow[]): readonly Section[] {
  const sizes = [24, 168].filter((workers) => rowsWith(rows, { workers }).length > 0);
  return [
    ...sizes.map((workers) => byTasks(workers as 24 | 168, rowsWith(rows, { workers }))),
    ...(rows.some(({ graph }) => graph === FIXED) ? [byWorkers(rowsWith(rows, { graph: FIXED }))] : []),
  ];
}

interface Setting {
  readonly runtime: string;
  readonly workforce: ExperimentRow["workforce"];
  readonly scheduler: string;
}

function settingsOf(rows: readonly ExperimentRow[]): readonly Setting[] {
  return valuesOf(rows, "runtime").flatMap((runtime) =>
    valuesOf(rows, "workforce").flatMap((workforce) =>
      valuesOf(rows, "scheduler")
        .map((scheduler) => ({ runtime, workforce, scheduler }))
        .filter((setting) => rowWith(rows, { ...setting }) !== undefined),
    ),
  );
}

const nameOf = ({ runtime, workforce, scheduler }: Setting): string =>
  `${runtime} ${scheduler} ${workforce.replace("zero ", "")}`;

function byTasks(workers: 24 | 168, rows: readonly ExperimentRow[]): Section {
  const tasks = [...new Set([...rows.map((row) => row.tasks - 1), ...PAPER_TASKS])].sort((a, b) => a - b);
  const papers = PAPER_BY_TASKS.filter((each) => each.workers === workers).map(
    ({ server, scheduler, microseconds }): Lines => ({
      ...{ name: `${server}/${scheduler}`, source: "published", color: colorOfPaper(server, scheduler) },
      values: tasks.map((each) => microseconds[PAPER_TASKS.indexOf(each)] ?? null),
    }),
  );
  const settings = settingsOf(rows);
  const valueAt = (setting: Setting, size: number): number | undefined =>
    rowWith(rows, { ...setting, graph: `merge-${size / 1000}K` })?.median;
  const ours = settings.map(
    (setting, i): Lines =>
      linesOf(
        setting,
        i,
        tasks.map((size) => valueAt(setting, size) ?? null),
      ),
  );
  return {
    heading: `Figure 8, left: graphs of different size on ${workers} zero workers`,
    text: "Merge graphs: n tasks without inputs, and one that takes all their results.",
    charts: [chartOf(`Overhead per task on ${workers} zero workers`, "tasks", tasks, [...papers, ...ours])],
    tables: tablesOf("tasks", tasks, [...papers, ...ours]),
  };
}

function byWorkers(rows: readonly ExperimentRow[]): Section {
  const counts = [...new Set([...valuesOf(rows, "workers"), ...PAPER_WORKERS])].sort((a, b) => a - b);
  const papers = PAPER_BY_WORKERS.map(
    ({ server, scheduler, microseconds }): Lines => ({
      ...{ name: `${server}/${scheduler}`, source: "published", color: colorOfPaper(server, scheduler) },
      values: counts.map((each) => microseconds[PAPER_WORKERS.indexOf(each)] ?? null),
    }),
  );
  const ours = settingsOf(rows).map(
    (setting, i): Lines =>
      linesOf(
        setting,
        i,
        counts.map((workers) => rowWith(rows, { ...setting, workers })?.median ?? null),
      ),
  );
  return {
    heading: `Figure 8, right: ${FIXED} on more and more zero workers`,
    text: "What a task costs on a cluster of each size.",
    charts: [chartOf(`Overhead per task of ${FIXED}`, "workers", counts, [...papers, ...ours])],
    tables: tablesOf("workers", counts, [...papers, ...ours]),
  };
}

function linesOf(setting: Setting, index: number, values: readonly (number | null)[]): Lines {
  const colors = [0, 3, 4, 5, 6, 7];
  return { name: nameOf(setting), source: "measured", color: colors[index % colors.length] as number, values };
}

/** Dask and rsds are told apart by colour; a paper's line with random placement has one of its own. */
const colorOfPaper = (server: string, scheduler: string): number =>
  scheduler === "random" ? colorOfServer(server) + 5 : colorOfServer(server);

const chartOf = (caption: string, xLabel: string, xs: readonly number[], series: readonly Lines[]): LineChart => ({
  ...{ kind: "lines", caption, xLabel, yLabel: "microseconds per task", xs, series },
});

/** The paper's and, for each runtime, ours; the last line says how flat a series is. */
function tablesOf(label: string, xs: readonly number[], series: readonly Lines[]): readonly Table[] {
  const papers = series.filter(({ source }) => source === "published");
  const runtimes = [
    ...new Set(series.filter(({ source }) => source !== "published").map(({ name }) => firstWord(name))),
  ];
  const groups = [
    ...runtimes.map((runtime) => ({
      caption: `Microseconds per task in ${runtime} (real)`,
      lines: series.filter(({ name, source }) => source !== "published" && firstWord(name) === runtime),
    })),
    { caption: "Microseconds per task in the paper", lines: papers },
  ];
  return groups.map(({ caption, lines }) => ({
    caption,
    columns: [
      label,
      ...lines.map(({ name, source }) => (source === "published" ? name : name.slice(firstWord(name).length + 1))),
    ],
    rows: [
      ...xs.flatMap((x, at) => {
        const cells = lines.map(({ values }) => short(values[at]));
        return cells.every((cell) => cell === short(null)) ? [] : [[x.toLocaleString("en"), ...cells]];
      }),
      ["most / least", ...lines.map(({ values }) => flatness(values))],
    ],
  }));
}

const firstWord = (name: string): string => name.split(" ", 1)[0] ?? "";

function flatness(values: readonly (number | null)[]): string {
  const found = values.filter((value) => value !== null);
  return found.length < 2 ? "–" : `${short(Math.max(...found) / Math.min(...found))} ×`;
}
