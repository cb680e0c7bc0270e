// Mean delay by hour: bars for the eye, a table for everybody else.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { GroupMean } from "../group-sums.ts";
import { count, hourOfDay, minutes } from "./format.ts";
import { getElement, make } from "./page-element.ts";

export class HoursView {
  readonly #place = getElement("#hours-chart", HTMLElement);
  readonly #reading = getElement("#hours-reading", HTMLElement);
  readonly #body = getElement("#hours tbody", HTMLTableSectionElement);
  #means: readonly GroupMean[] = [];
  #chart: uPlot | undefined;

  constructor() {
    new ResizeObserver(() => this.#chart?.setSize(this.#size)).observe(this.#place);
    // uPlot paints on a canvas with colours that it is given once.
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
    this.#place.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (step === 0 || this.#chart === undefined) return;
      event.preventDefault();
      const hours = this.#means.length;
      this.#point(((this.#chart.cursor.idx ?? (step === 1 ? -1 : hours)) + step + hours) % hours);
    });
  }

  show(means: readonly GroupMean[]): void {
    this.#means = [...means].sort((a, b) => Number(a.name) - Number(b.name));
    this.#draw();
    this.#body.replaceChildren(...this.#means.map(row));
    this.#read(undefined);
  }

  get #size(): { width: number; height: number } {
    return { width: this.#place.clientWidth, height: this.#place.clientHeight };
  }

  #draw(): void {
    this.#chart?.destroy();
    if (this.#means.length === 0) return;
    const style = getComputedStyle(this.#place);
    const ink = (name: string): string => style.getPropertyValue(name).trim();
    const axis = {
      stroke: ink("--muted"),
      font: `${style.fontSize} ${style.fontFamily}`,
      grid: { stroke: ink("--line"), width: 1 },
      ticks: { show: false },
    };
    // Both scales have their zero at the same height.
    const least = Math.min(0, ...this.#means.map(({ mean }) => mean)) * 1.5;
    const most = Math.max(...this.#means.map(({ mean }) => mean)) * 1.08;
    const em = Number.parseFloat(style.fontSize);
    this.#chart = new uPlot(
      {
        ...this.#size,
        padding: [em * 0.7, em * 0.5, 0, 0],
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales: {
          x: { time: false, range: [-0.6, 23.6] },
          y: { range: () => [least, most] },
          flights: { range: (_, _least, flights) => [(least / most) * flights * 1.05, flights * 1.05] },
        },
        // Pale bars have a scale of their own and no axis: their shape is enough.
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: em * 2,
            incrs: [3, 6],
            values: (_, hours) => hours.map((hour) => `${hour} h`),
          },
          { ...axis, size: em * 3.2, values: (_, ticks) => ticks.map((tick) => String(tick).replace("-", "−")) },
        ],
        series: [{}, { ...bars(ink("--raised"), 1), scale: "flights" }, bars(ink("--indigo"), 0.62)],
        hooks: { setCursor: [(chart) => this.#read(chart.cursor.idx ?? undefined)] },
      },
      [
        this.#means.map(({ name }) => Number(name)),
        this.#means.map(({ count: flights }) => flights),
        this.#means.map(({ mean }) => mean),
      ],
      this.#place,
    );
  }

  /** Puts the cursor on an hour, as the pointer would. */
  #point(index: number): void {
    this.#chart?.setCursor({ left: this.#chart.valToPos(Number(this.#means[index]?.name), "x"), top: 0 });
  }

  /** Says in words what the pointer is on; without one, the worst hour. */
  #read(index: number | undefined): void {
    const worst = Math.max(...this.#means.map(({ mean }) => mean));
    const read = index === undefined ? this.#means.find(({ mean }) => mean === worst) : this.#means[index];
    if (read === undefined) return;
    const text = `${hourOfDay(Number(read.name))}, ${minutes(read.mean)} late, ${count(read.count)} flights`;
    this.#reading.textContent = index === undefined ? `Worst: ${text}` : text;
    this.#place.setAttribute("aria-valuenow", read.name);
    this.#place.setAttribute("aria-valuetext", text);
  }
}

/** `width`: of what a bar may take, 0 to 1. */
function bars(colour: string, width: number): uPlot.Series {
  return {
    fill: colour,
    stroke: colour,
    width: 0,
    paths: uPlot.paths.bars!({ size: [width, 200] }),
    points: { show: false },
  };
}

function row({ name, count: flights, mean }: GroupMean): HTMLTableRowElement {
  const row = make("tr", "", { "data-hour": name, "data-mean": String(mean), "data-count": String(flights) });
  row.append(
    make("th", hourOfDay(Number(name)), { scope: "row" }),
    make("td", minutes(mean)),
    make("td", count(flights)),
  );
  return row;
}
