// Shows that the page is alive, as it is: everything here moves in the page's own animation frames.
import type { FrameGap, FrameTally } from "../frame-meter.ts";
import { duration } from "./format.ts";
import { getElement } from "./page-element.ts";

const BARS = 90;
const TOP = 100;
const NOTICEABLE = 50;
/** Milliseconds in which the shuttle goes over and back. */
const PICK = 1600;

export class MeterView {
  readonly #shuttle = getElement("#shuttle", HTMLElement);
  readonly #canvas = getElement("#frames", HTMLCanvasElement);
  readonly #longest = getElement("#longest-gap", HTMLElement);
  readonly #where = getElement("#gap-of", HTMLElement);
  readonly #gaps: number[] = [];

  constructor() {
    new ResizeObserver(() => this.#draw()).observe(this.#canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
  }

  /** `where` the work is done, as the end of a sentence. */
  starting(where: string): void {
    this.#where.textContent = where;
    this.#gaps.length = 0;
  }

  frame({ gap, longest }: FrameGap): void {
    this.#gaps.push(gap);
    if (this.#gaps.length > BARS) this.#gaps.shift();
    const phase = (performance.now() % PICK) / PICK;
    this.#shuttle.style.setProperty("--at", String(1 - Math.abs(2 * phase - 1)));
    this.#longest.textContent = duration(longest);
    this.#draw();
  }

  finished({ longest }: FrameTally): void {
    this.#longest.textContent = longest === undefined ? "page was hidden" : duration(longest);
  }

  #draw(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const scale = devicePixelRatio;
    if (this.#canvas.width !== Math.round(width * scale)) this.#canvas.width = Math.round(width * scale);
    if (this.#canvas.height !== Math.round(height * scale)) this.#canvas.height = Math.round(height * scale);
    const context = this.#canvas.getContext("2d");
    if (context === null) return;
    const style = getComputedStyle(this.#canvas);
    const yOf = (gap: number): number => height - (Math.min(gap, TOP) / TOP) * height;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    context.fillStyle = style.getPropertyValue("--line");
    context.fillRect(0, yOf(NOTICEABLE), width, 1);
    const step = width / BARS;
    this.#gaps.forEach((gap, i) => {
      context.fillStyle = style.getPropertyValue(gap > NOTICEABLE ? "--madder" : "--indigo");
      context.fillRect(width - (this.#gaps.length - i) * step, yOf(gap), Math.max(1, step - 1), height - yOf(gap));
    });
  }
}
