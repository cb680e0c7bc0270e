// The script of a report: draws the line charts, and draws them anew when the window or its colours change. Everything else
// is there without it.
import uPlot from "uplot";
import type { LineChart } from "../report.ts";

type PlotSeries = LineChart["series"][number];

const HEIGHT = 340;
/** Pixels that a label of an axis needs. */
const LABEL = 46;

const plots: { readonly figure: HTMLElement; readonly chart: LineChart; plot?: uPlot }[] = [];

for (const data of document.querySelectorAll<HTMLScriptElement>('script[type="application/json"][data-chart]')) {
  const figure = data.parentElement as HTMLElement;
  plots.push({ figure, chart: JSON.parse(data.textContent ?? "") as LineChart });
}
const drawAll = (): void => {
  for (const each of plots) {
    each.plot?.destroy();
    each.plot = draw(each.figure, each.chart);
  }
};
drawAll();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
matchMedia("print").addEventListener("change", drawAll);
const observer = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const plot = plots.find(({ figure }) => figure.contains(target))?.plot;
    if (plot !== undefined && Math.abs(plot.width - contentRect.width) >= 1)
      plot.setSize({ width: contentRect.width, height: HEIGHT });
  }
});
for (const { figure } of plots) observer.observe(figure.querySelector(".plot") as Element);

function draw(figure: HTMLElement, chart: LineChart): uPlot {
  const place = figure.querySelector(".plot") as HTMLElement;
  const style = getComputedStyle(figure);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const font = `12px ${style.fontFamily}`;
  // Without a filter of ours a logarithmic axis keeps only the labels that it likes.
  const filter = (_: uPlot, splits: readonly number[]): number[] => [...splits];
  const axis = { stroke: color("--soft"), font, labelFont: font, labelSize: 18, filter };
  const grid = { stroke: color("--line"), width: 1 };
  const values = chart.series.map((each) => [...each.values]);
  const outputs = [...figure.querySelectorAll<HTMLElement>(".legend output")];
  return new uPlot(
    {
      ...{ width: place.clientWidth, height: HEIGHT, legend: { show: false }, padding: [12, 14, 0, 0] },
      scales: {
        x: { time: false, distr: 3, range: (_, least, most) => widened(least, most, 1.06) },
        y: { distr: 3, range: (_, least, most) => widened(least, most, 1.25) },
      },
      axes: [
        {
          ...{ ...axis, label: chart.xLabel, grid, ticks: grid },
          splits: (u) => spaced(chart.xs, u.width - 70),
          values: (_, splits) => splits.map((split) => split.toLocaleString("en")),
        },
        {
          ...{ ...axis, label: chart.yLabel, grid, ticks: grid, size: 52 },
          splits: (_u, _axis, least, most) => roundNumbers(least, most),
          values: (_, splits) => splits.map((split) => split.toLocaleString("en", { maximumSignificantDigits: 2 })),
        },
      ],
      cursor: { y: false, points: { size: 9 } },
      series: [{}, ...chart.series.map((each) => lineOf(each, color))],
      hooks: {
        setCursor: [
          ({ cursor: { idx } }) => {
            for (const [i, output] of outputs.entries()) {
              const value = idx === null || idx === undefined ? undefined : chart.series[i]?.values[idx];
              output.textContent =
                value === undefined || value === null
                  ? ""
                  : value.toLocaleString("en", { maximumSignificantDigits: 3 });
            }
            const at = figure.querySelector(".legend .at");
            const x = idx === null || idx === undefined ? undefined : chart.xs[idx];
            if (at !== null) at.textContent = x === undefined ? "" : `${x.toLocaleString("en")} ${chart.xLabel}`;
          },
        ],
      },
    },
    [[...chart.xs], ...values],
    place,
  );
}

function lineOf({ source, color: index }: PlotSeries, color: (name: string) => string): uPlot.Series {
  const stroke = color(`--c${index}`);
  const isPaper = source === "published";
  return {
    ...{ stroke, spanGaps: true, width: isPaper ? 1.5 : 2.25 },
    ...(isPaper && { dash: [6, 4] }),
    points: { show: true, size: 7, width: 1.5, stroke, fill: isPaper ? color("--paper") : stroke },
  };
}

const widened = (least: number, most: number, factor: number): [number, number] => [least / factor, most * factor];

/** Of the values those whose labels do not run into each other, the first and the last above all. */
function spaced(values: readonly number[], width: number): number[] {
  const first = values[0] ?? 1;
  const last = values.at(-1) ?? 1;
  const place = (value: number): number => (width * Math.log(value / first)) / Math.log(last / first || 2);
  const kept: number[] = [];
  for (const value of values) {
    const isClear = value === last || place(last) - place(value) >= LABEL;
    const before = kept.at(-1);
    if (isClear && (before === undefined || place(value) - place(before) >= LABEL)) kept.push(value);
  }
  return kept;
}

/** 1, 2 and 5 times the powers of ten, or the powers alone where there are many. */
function roundNumbers(least: number, most: number): number[] {
  const steps = most / least > 500 ? [1] : [1, 2, 5];
  const numbers: number[] = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power++) {
    for (const step of steps) {
      const number = step * 10 ** power;
      if (number >= least && number <= most) numbers.push(number);
    }
  }
  return numbers;
}
