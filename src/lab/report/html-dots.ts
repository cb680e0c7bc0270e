// A dot chart as plain HTML: a row per name, a lane per series. It fits any width without a script.
import { escapeHtml, legendHtml, seriesName } from "./html-parts.ts";
import type { Dot, DotChart, Series } from "./report.ts";
import { short } from "./rows.ts";

export function dotsHtml(chart: DotChart): string {
  const axis = axisOf(chart);
  const ticks = axis.ticks
    .map((tick) => `<i class="tick${tick === chart.mark ? " mark" : ""}" style="left: ${axis.place(tick)}%"></i>`)
    .join("");
  const lanes = Math.max(...chart.series.map(laneOf)) + 1;
  const rows = chart.rows.map(({ label, dots }) => {
    const marks = dots.map((dot) => dotHtml(dot, chart, axis)).join("");
    return `<div class="name">${escapeHtml(label)}</div><div class="track" style="--lanes: ${lanes}">${ticks}${marks}</div>`;
  });
  const labels = axis.ticks.map((tick) => `<span style="left: ${axis.place(tick)}%">${label(tick)}</span>`).join("");
  return `<figure class="dots">
<figcaption>${escapeHtml(chart.caption)}</figcaption>
${legendHtml(chart.series)}
<div class="dots-grid">${rows.join("\n")}
<div></div><div class="axis">${labels}</div><div class="axis-name">${escapeHtml(chart.axis)}</div></div>
</figure>`;
}

const laneOf = ({ lane }: Series, at: number): number => lane ?? at;

interface Axis {
  readonly ticks: readonly number[];
  /** Percent from the left. */
  place(value: number): number;
}

function axisOf({ rows, mark }: DotChart): Axis {
  const values = rows.flatMap(({ dots }) => dots.flatMap(({ value, spread = [] }) => [value, ...spread]));
  const good = [...values, ...(mark === undefined ? [] : [mark])].filter(
    (value) => value > 0 && Number.isFinite(value),
  );
  const least = Math.min(...good) / 1.12;
  const most = Math.max(...good) * 1.12;
  const place = (value: number): number => {
    const share = Math.log(value / least) / Math.log(most / least);
    return Number((100 * Math.min(1, Math.max(0, share))).toFixed(2));
  };
  return { place, ticks: ticksBetween(least, most) };
}

/** At most about eight numbers that are easy to read. */
function ticksBetween(least: number, most: number): number[] {
  const ratio = most / least;
  const steps =
    ratio > 3000 ? [1] : ratio > 30 ? [1, 3] : ratio > 6 ? [1, 2, 5] : [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); power++) {
    for (const step of steps) {
      const tick = Number((step * 10 ** power).toPrecision(3));
      if (tick >= least && tick <= most) ticks.push(tick);
    }
  }
  return ticks.length <= 9 ? ticks : ticks.filter((tick) => tick === 1 || /^[0.]*[1235]0*$/.test(String(tick)));
}

function dotHtml({ series: at, value, spread }: Dot, { series }: DotChart, { place }: Axis): string {
  const each = series[at];
  if (each === undefined || !(value > 0)) return "";
  const style = `--lane: ${laneOf(each, at)}; --color: var(--c${each.color})`;
  const range = spread === undefined ? "" : ` (${short(spread[0])} to ${short(spread[1])})`;
  const title = escapeHtml(`${seriesName(each)}: ${short(value)}${range}`);
  const dot = `<b class="dot ${each.source}" style="${style}; left: ${place(value)}%" title="${title}"></b>`;
  if (spread === undefined) return dot;
  const [from, to] = [place(spread[0]), place(spread[1])];
  return `<i class="spread" style="${style}; left: ${from}%; width: ${(to - from).toFixed(2)}%"></i>${dot}`;
}

const label = (tick: number): string => tick.toLocaleString("en", { maximumSignificantDigits: 3 });
