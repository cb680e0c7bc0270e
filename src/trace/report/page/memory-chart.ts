// Managed bytes over time, all workers on top of each other.
import { formatBytes, formatTime } from "../format.ts";
import { colour, prepare, roundStep } from "./canvas.ts";
import type { PageData } from "./page-data.ts";
import { GUTTER } from "./stream-drawing.ts";

const LEFT = GUTTER;
const BOTTOM = 20;
const TOP = 8;

export function drawMemory(canvas: HTMLCanvasElement, { held, duration }: PageData): void {
  const surface = prepare(canvas);
  if (surface === undefined) return;
  const { context, width, height } = surface;
  const steps = sumOf(held);
  const most = Math.max(1, ...steps.map(({ bytes }) => bytes));
  const toX = (time: number): number => LEFT + ((width - LEFT) * Math.max(0, time)) / Math.max(duration, 1e-9);
  const toY = (bytes: number): number => height - BOTTOM - ((height - BOTTOM - TOP) * bytes) / most;
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  drawGrid(context, { width, height, most, duration, toX, toY });
  context.beginPath();
  context.moveTo(LEFT, toY(0));
  let before = 0;
  for (const { time, bytes } of steps) {
    context.lineTo(toX(time), toY(before));
    context.lineTo(toX(time), toY(bytes));
    before = bytes;
  }
  context.lineTo(width, toY(before));
  context.strokeStyle = colour("kind-0");
  context.lineWidth = 1.5;
  context.stroke();
  context.lineTo(width, toY(0));
  context.closePath();
  context.globalAlpha = 0.2;
  context.fillStyle = colour("kind-0");
  context.fill();
  context.globalAlpha = 1;
}

interface Grid {
  readonly width: number;
  readonly height: number;
  readonly most: number;
  readonly duration: number;
  readonly toX: (time: number) => number;
  readonly toY: (bytes: number) => number;
}

function drawGrid(context: CanvasRenderingContext2D, { width, height, most, duration, toX, toY }: Grid): void {
  const [line, text] = [colour("row"), colour("quiet")];
  const step = roundStep(most, height - BOTTOM - TOP, 26);
  context.textAlign = "right";
  for (let bytes = 0; bytes <= most; bytes += step) {
    context.fillStyle = line;
    context.fillRect(LEFT, Math.round(toY(bytes)), width - LEFT, 1);
    context.fillStyle = text;
    context.fillText(formatBytes(bytes), LEFT - 6, toY(bytes));
  }
  const tick = roundStep(duration, width - LEFT, 90);
  for (let time = 0; time <= duration; time += tick) {
    context.fillStyle = text;
    context.textAlign = time === 0 ? "left" : toX(time) > width - 24 ? "right" : "center";
    context.fillText(formatTime(time), toX(time), height - BOTTOM / 2);
  }
}

/** The sum of all workers, in steps. */
function sumOf(held: PageData["held"]): readonly { readonly time: number; readonly bytes: number }[] {
  const changes = held.flatMap(({ times, bytes }) =>
    times.map((time, i) => ({ time, change: (bytes[i] as number) - (bytes[i - 1] ?? 0) })),
  );
  changes.sort((a, b) => a.time - b.time);
  let sum = 0;
  return changes.map(({ time, change }) => {
    sum += change;
    return { time, bytes: sum };
  });
}
