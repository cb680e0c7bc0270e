// Draws the task stream. A hundred thousand boxes stay smooth: of each row only what is seen is looked at, and what is
// narrower than a pixel is drawn together.
import { formatTime } from "../format.ts";
import type { StreamRow } from "../payload.ts";
import { FAILED } from "../payload.ts";
import { rowHeight, rowTops, SHOWN_KINDS, STRIP } from "../stream-layout.ts";
import { colour, prepare, roundStep } from "./canvas.ts";
import type { PageData } from "./page-data.ts";
import { RowBrush } from "./row-brush.ts";
import type { StreamView } from "./stream-view.ts";

/** Pixels at the left for the names of workers. */
export const GUTTER = 54;
export interface StreamState {
  readonly view: StreamView;
  /** The kind that is seen alone; undefined: all. */
  only: number | undefined;
}

interface Colours {
  readonly kinds: readonly string[];
  readonly faded: string;
  readonly failed: string;
  readonly transfer: string;
  readonly spill: string;
  readonly row: string;
  readonly text: string;
}

export class StreamDrawing {
  readonly #data: PageData;
  readonly #canvas: HTMLCanvasElement;
  readonly #axis: HTMLCanvasElement;
  readonly #tops: readonly number[];
  readonly #height: number;
  readonly #traffic: ReadonlyMap<number, PageData["traffic"]>;

  constructor(data: PageData, canvas: HTMLCanvasElement, axis: HTMLCanvasElement) {
    this.#data = data;
    this.#canvas = canvas;
    this.#axis = axis;
    this.#tops = rowTops(data.rows);
    this.#height = rowHeight(data.rows);
    const byWorker = new Map<number, PageData["traffic"][number][]>();
    for (const each of data.traffic) {
      const list = byWorker.get(each.worker);
      if (list === undefined) byWorker.set(each.worker, [each]);
      else list.push(each);
    }
    this.#traffic = byWorker;
  }

  draw({ view, only }: StreamState): void {
    const surface = prepare(this.#canvas);
    if (surface === undefined) return;
    const { context, width } = surface;
    const colours = readColours();
    const scale = (width - GUTTER) / view.span;
    this.#data.rows.forEach((row, i) => {
      const top = this.#tops[i] as number;
      context.fillStyle = colours.row;
      context.fillRect(GUTTER, top, width - GUTTER, this.#height);
      this.#drawRow(context, row, { view, only, colours, scale, top });
      if (row.core === row.cores - 1) this.#drawTraffic(context, row.worker, { view, colours, scale, top });
    });
    this.#drawNames(context, colours);
    this.#drawAxis(view, colours);
  }

  /** The task below a point, or what was brought or stored there; in CSS pixels of the canvas. */
  find(x: number, y: number, view: StreamView): string | undefined {
    const { rows, kinds, taskIds, durations, taskKinds, starts } = this.#data;
    const scale = (this.#canvas.clientWidth - GUTTER) / view.span;
    const time = view.start + (x - GUTTER) / scale;
    if (x < GUTTER) return undefined;
    const at = this.#tops.findLastIndex((top) => top <= y);
    const row = rows[at];
    if (row === undefined) return undefined;
    if (y > (this.#tops[at] as number) + this.#height) return this.#findTraffic(row.worker, time, 2 / scale);
    const task = this.#lastBefore(row, time + 1 / scale);
    if (task < row.first || (starts[task] as number) + (durations[task] as number) < time - 1 / scale) return undefined;
    const kind = kinds[(taskKinds[task] as number) & ~FAILED] ?? "";
    const failed = (taskKinds[task] as number) & FAILED ? ", failed" : "";
    const where = row.cores > 1 ? `worker ${row.worker}, core ${row.core}` : `worker ${row.worker}`;
    return `${kind} (task ${taskIds[task]}${failed})\n${formatTime(durations[task] as number)} from ${formatTime(starts[task] as number)} on\n${where}`;
  }

  #findTraffic(worker: number, time: number, slack: number): string | undefined {
    const found = this.#traffic
      .get(worker)
      ?.find(({ start, duration }) => start - slack <= time && start + duration + slack >= time);
    if (found === undefined) return undefined;
    const what =
      found.kind === "transferred"
        ? `from worker ${found.from} to worker ${worker}`
        : `${found.kind} by worker ${worker}`;
    return `${what}\n${found.results} results, ${found.bytes.toLocaleString("en")} bytes\n${formatTime(found.duration)} from ${formatTime(found.start)} on`;
  }

  /** The last task of a row that began at or before a time; one less than its first if there is none. */
  #lastBefore({ first, count }: StreamRow, time: number): number {
    const { starts } = this.#data;
    let low = first;
    let high = first + count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #drawRow(context: CanvasRenderingContext2D, row: StreamRow, how: RowStyle): void {
    const { starts, durations, taskKinds } = this.#data;
    const { view, only, colours, scale, top } = how;
    const last = this.#lastBefore(row, view.end);
    const brush = new RowBrush(context, top, this.#height);
    for (let task = Math.max(row.first, this.#lastBefore(row, view.start)); task <= last; task++) {
      const from = GUTTER + ((starts[task] as number) - view.start) * scale;
      const width = (durations[task] as number) * scale;
      if (from + width < GUTTER) continue;
      const bits = taskKinds[task] as number;
      const kind = Math.min(bits & ~FAILED, SHOWN_KINDS);
      const paint = only === undefined || only === kind ? (colours.kinds[kind] as string) : colours.faded;
      brush.box(Math.max(from, GUTTER), from + width, paint, bits & FAILED ? colours.failed : undefined);
    }
    brush.flush();
  }

  #drawTraffic(context: CanvasRenderingContext2D, worker: number, how: Omit<RowStyle, "only">): void {
    const { view, colours, scale, top } = how;
    for (const { kind, start, duration } of this.#traffic.get(worker) ?? []) {
      if (start > view.end || start + duration < view.start) continue;
      const left = Math.max(GUTTER, GUTTER + (start - view.start) * scale);
      const isTransfer = kind === "transferred";
      const right = Math.max(left + 1, GUTTER + (start + duration - view.start) * scale);
      const half = (STRIP - 1) / 2;
      context.fillStyle = isTransfer ? colours.transfer : colours.spill;
      context.fillRect(left, top + this.#height + 1 + (isTransfer ? 0 : half), right - left, half);
    }
  }

  #drawNames(context: CanvasRenderingContext2D, { text }: Colours): void {
    context.clearRect(0, 0, GUTTER, this.#canvas.clientHeight);
    context.fillStyle = text;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.textAlign = "right";
    let below = -Infinity;
    this.#data.rows.forEach(({ worker, core, cores }, i) => {
      const top = this.#tops[i] as number;
      const middle = top + (cores * (this.#height + 1)) / 2;
      if (core !== 0 || middle - 6 < below) return;
      context.fillText(`w ${worker}`, GUTTER - 6, middle);
      below = middle + 6;
    });
  }

  #drawAxis(view: StreamView, { text, row }: Colours): void {
    const surface = prepare(this.#axis);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const scale = (width - GUTTER) / view.span;
    const step = roundStep(view.span, width - GUTTER, 80);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    for (let time = Math.ceil(view.start / step) * step; time <= view.end; time += step) {
      const x = GUTTER + (time - view.start) * scale;
      context.fillStyle = row;
      context.fillRect(x, height - 5, 1, 5);
      context.fillStyle = text;
      const label = formatTime(Math.round(time / step) * step);
      const half = context.measureText(label).width / 2;
      context.textAlign = x + half > width ? "right" : x - half < 0 ? "left" : "center";
      context.fillText(label, Math.min(x, width), height / 2 - 3);
    }
  }
}

interface RowStyle {
  readonly view: StreamView;
  readonly only: number | undefined;
  readonly colours: Colours;
  /** Pixels per millisecond. */
  readonly scale: number;
  readonly top: number;
}

function readColours(): Colours {
  const kinds = Array.from({ length: SHOWN_KINDS }, (_, i) => colour(`kind-${i}`));
  return {
    kinds: [...kinds, colour("kind-other")],
    faded: colour("faded"),
    failed: colour("ink"),
    transfer: colour("transfer"),
    spill: colour("spill"),
    row: colour("row"),
    text: colour("quiet"),
  };
}
