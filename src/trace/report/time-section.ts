// Where the time went: a bar for the server's thread and one for each worker.
import type { TraceStatistics } from "../statistics.ts";
import { escapeHtml, formatShare, formatTime } from "./format.ts";
import { section, table } from "./sections.ts";

interface Share {
  /** The class that colours it. */
  readonly colour: string;
  readonly name: string;
  readonly ms: number;
}

interface Bar {
  readonly label: string;
  readonly shares: readonly Share[];
}

/** Workers with a bar of their own; of more, the average is shown. */
const MOST_BARS = 32;

export function timeSection(statistics: TraceStatistics): string {
  const { server, workers } = statistics;
  const serverBar: Bar = {
    label: "server",
    shares: [
      { colour: "part-server", name: "server", ms: server.serverMs },
      { colour: "part-scheduler", name: "scheduler", ms: server.schedulerMs },
      { colour: "part-messages", name: "messages", ms: server.messagesMs },
      { colour: "part-client", name: "client", ms: server.clientMs },
      { colour: "part-idle", name: "idle", ms: server.idleMs },
    ],
  };
  const workerBar = (label: string, list: TraceStatistics["workers"]): Bar => {
    const sum = (column: "userMs" | "engineMs" | "idleMs"): number =>
      list.reduce((total, each) => total + each[column], 0);
    return {
      label,
      shares: [
        { colour: "part-user", name: "user code", ms: sum("userMs") },
        { colour: "part-messages", name: "engine and messages", ms: sum("engineMs") },
        { colour: "part-idle", name: "idle", ms: sum("idleMs") },
      ],
    };
  };
  const bars = [
    serverBar,
    ...(workers.length > MOST_BARS
      ? [workerBar(`${workers.length} workers`, workers)]
      : workers.map((each) => workerBar(`worker ${each.worker}`, [each]))),
  ];
  const legend = LEGEND.map(([colour, name]) => `<span class="chip"><i class="${colour}"></i>${name}</span>`).join("");
  return section(
    "time",
    "Where the time went",
    `<div class="chips">${legend}</div>${bars.map(drawBar).join("\n")}${details(bars)}`,
  );
}

const LEGEND = [
  ["part-user", "user code"],
  ["part-server", "server"],
  ["part-scheduler", "scheduler"],
  ["part-messages", "engine and messages"],
  ["part-client", "client"],
  ["part-idle", "idle"],
] as const;

function drawBar({ label, shares }: Bar): string {
  const sum = total(shares);
  const pieces = shares
    .filter(({ ms }) => ms > 0)
    .map(
      ({ colour, name, ms }) =>
        `<i class="${colour}" style="flex-grow:${((1000 * ms) / sum).toFixed(2)}" title="${name}: ${formatTime(ms)}, ${formatShare(ms / sum)}"></i>`,
    );
  const text = shares.map(({ name, ms }) => `${name} ${formatShare(sum > 0 ? ms / sum : 0)}`).join(", ");
  return `<div class="share"><span>${escapeHtml(label)}</span><div role="img" aria-label="${escapeHtml(`${label}: ${text}`)}">${pieces.join("")}</div></div>`;
}

function details(bars: readonly Bar[]): string {
  const rows = bars.flatMap(({ label, shares }) =>
    shares
      .filter(({ ms }) => ms > 0)
      .map(({ colour, name, ms }) => [
        `${escapeHtml(label)}: <i class="${colour}"></i>${name}`,
        formatTime(ms),
        formatShare(ms / total(shares)),
      ]),
  );
  return `<details><summary>In numbers</summary>${table("time", ["Where", "Time", "Share"], rows)}</details>`;
}

const total = (shares: readonly Share[]): number => shares.reduce((sum, { ms }) => sum + ms, 0);
