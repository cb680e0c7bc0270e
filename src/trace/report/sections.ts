// The parts of the report, as HTML.
import type { TraceStatistics, TrafficStatistics } from "../statistics.ts";
import type { TraceAbout } from "../trace-data.ts";
import { escapeHtml, formatBytes, formatCount, formatShare, formatTime } from "./format.ts";
import type { ReportPayload } from "./payload.ts";
import { SHOWN_KINDS, streamHeight } from "./stream-layout.ts";

/** The first numbers that one looks for. */
export function summary(statistics: TraceStatistics): string {
  const { durationMs, tasks, failed, workers, transfers, stored, server } = statistics;
  const busy = workers.reduce((sum, { userMs }) => sum + userMs, 0);
  const there = workers.reduce(
    (sum, each) => sum + each.userMs + each.idleMs + (each.cores > 1 ? 0 : each.engineMs),
    0,
  );
  const perTask = tasks > 0 ? (server.serverMs + server.schedulerMs + server.messagesMs + server.clientMs) / tasks : 0;
  const tiles: [string, string][] = [
    ["Duration", formatTime(durationMs)],
    ["Tasks", formatCount(tasks) + (failed > 0 ? `, ${formatCount(failed)} failed` : "")],
    ["Cores in user code", there > 0 ? formatShare(Math.min(1, busy / there)) : "none"],
    ["Server, per task", formatTime(perTask)],
    ["Transfers", `${formatCount(transfers.count)}, ${formatBytes(transfers.bytes)}`],
    ["Spilled", formatBytes(stored.bytes)],
  ];
  const items = tiles.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return `<dl class="tiles">${items.join("")}</dl>`;
}

export function streamSection(payload: ReportPayload): string {
  const { kinds, rows } = payload;
  const chips = kinds
    .slice(0, SHOWN_KINDS)
    .map((name, i) => chip(i, `kind-${i}`, name))
    .concat(
      kinds.length > SHOWN_KINDS ? [chip(SHOWN_KINDS, "kind-other", `${kinds.length - SHOWN_KINDS} others`)] : [],
    );
  return `<section aria-labelledby="stream-title">
<div class="bar"><h2 id="stream-title">Task stream</h2>
<div class="buttons" role="group" aria-label="Zoom">
<button type="button" data-zoom="out" aria-label="Zoom out">−</button>
<button type="button" data-zoom="in" aria-label="Zoom in">+</button>
<button type="button" data-zoom="all">All</button></div></div>
<p class="quiet">A row per core, a box per task; the strip below a worker's cores shows what was brought from other workers
and what went to its store and back. Wheel or pinch to zoom, drag to move; arrow keys, +, − and Home do the same.</p>
<div class="chips" role="group" aria-label="Kinds of tasks; press one to see it alone">${chips.join("")}
<span class="chip"><i class="transfer"></i>transfer</span><span class="chip"><i class="spill"></i>spill</span></div>
<canvas id="axis" aria-hidden="true"></canvas>
<div class="stream" id="stream-scroll"><canvas id="stream" tabindex="0" role="img" data-rows="${rows.length}"
aria-label="${rows.length} rows of tasks over ${formatTime(payload.duration)}; the tables below tell the same in numbers"
style="height:${streamHeight(rows)}px"></canvas></div>
<div id="tip" role="status" hidden></div>
</section>`;
}

const chip = (index: number, colour: string, name: string): string =>
  `<button type="button" class="chip" aria-pressed="false" data-kind="${index}"><i class="${colour}"></i>${escapeHtml(name)}</button>`;

export function kindsSection({ kinds }: TraceStatistics, payload: ReportPayload): string {
  const index = new Map(payload.kinds.map((name, i) => [name, i]));
  const rows = kinds.map((kind) => {
    const at = index.get(kind.name) ?? 0;
    const colour = at < SHOWN_KINDS ? `kind-${at}` : "kind-other";
    return [
      `<i class="${colour}"></i>${escapeHtml(kind.name)}`,
      formatCount(kind.count),
      ...(kinds.some(({ failed }) => failed > 0) ? [formatCount(kind.failed)] : []),
      ...[kind.totalMs, kind.meanMs, kind.medianMs, kind.maxMs].map(formatTime),
      formatBytes(kind.bytes),
    ];
  });
  const failed = kinds.some((kind) => kind.failed > 0) ? ["Failed"] : [];
  const head = ["Function", "Tasks", ...failed, "Total", "Mean", "Median", "Longest", "Results"];
  return section(
    "kinds",
    "Kinds of tasks",
    rows.length > 0 ? table("kinds", head, rows) : nothing("No task was computed"),
  );
}

export function trafficSections({ transfers, stored, loaded, moves, messages }: TraceStatistics): string[] {
  const traffic = (each: TrafficStatistics): string[] => [
    formatCount(each.count),
    formatCount(each.results),
    formatBytes(each.bytes),
    formatTime(each.totalMs),
    each.totalMs > 0 ? `${formatBytes((1000 * each.bytes) / each.totalMs)}/s` : "",
  ];
  const head = ["Way", "Requests", "Results", "Bytes", "Time", "Rate"];
  const pairs = transfers.between.map((pair) => [`worker ${pair.from} to worker ${pair.to}`, ...traffic(pair)]);
  const store = [
    ["written to the store", ...traffic(stored)],
    ["read from the store", ...traffic(loaded)],
  ];
  const total = pairs.length > 1 ? [["all transfers", ...traffic(transfers)]] : [];
  const rows = [...total, ...(stored.count + loaded.count > 0 ? store : []), ...pairs.slice(0, FIRST_PAIRS)];
  const rest = pairs.slice(FIRST_PAIRS, MOST_PAIRS);
  const left = pairs.length - FIRST_PAIRS - rest.length;
  const more =
    rest.length === 0
      ? ""
      : `<details><summary>${formatCount(pairs.length - FIRST_PAIRS)} more pairs of workers</summary>${table("traffic-rest", head, rest, "traffic")}${left > 0 ? nothing(`and ${formatCount(left)} others`) : ""}</details>`;
  const talk = [
    ["server to workers", formatCount(messages.sent.count), formatBytes(messages.sent.bytes)],
    ["workers to server", formatCount(messages.received.count), formatBytes(messages.received.bytes)],
    ["moves of tasks asked for", formatCount(moves.asked), ""],
    ["of them done", formatCount(moves.done), ""],
  ];
  return [
    section("messages", "Messages", table("messages", ["Which", "Number", "Columns"], talk)),
    section(
      "traffic",
      "Transfers",
      rows.length > 0 ? table("traffic", head, rows) + more : nothing("No result travelled"),
    ),
  ];
}

/** Pairs of workers that are listed at once, and when one asks for more. */
const FIRST_PAIRS = 6;
const MOST_PAIRS = 200;

export function memorySection({ held }: ReportPayload): string {
  const most = Math.max(0, ...held.flatMap(({ bytes }) => bytes));
  const body =
    most > 0
      ? `<p class="quiet">Managed bytes of results on all workers, in memory or in their stores.</p>
<canvas id="memory" role="img" aria-label="Managed bytes over time; one worker held at most ${formatBytes(most)}"></canvas>`
      : nothing("No result was kept");
  return section("memory", "Results held", body);
}

export function aboutSection(about: TraceAbout): string {
  const items = Object.entries(about).map(([name, value]) => {
    const text = / (limit|memory)$/.test(name) ? formatBytes(Number(value)) : String(value);
    return `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd></div>`;
  });
  return section("about", "Cluster and machine", `<dl class="facts">${items.join("")}</dl>`);
}

export function section(id: string, title: string, body: string): string {
  return `<section aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`;
}

/** Cells are HTML. The table is named by the heading of section `of`. */
export function table(id: string, head: readonly string[], rows: readonly (readonly string[])[], of = id): string {
  const titles = head.map((title) => `<th scope="col">${title}</th>`).join("");
  const lines = rows.map(
    ([first, ...cells]) => `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-labelledby="${of}-title"><table id="${id}"><thead><tr>${titles}</tr></thead>
<tbody>${lines.join("\n")}</tbody></table></div>`;
}

const nothing = (text: string): string => `<p class="quiet">${text}</p>`;
