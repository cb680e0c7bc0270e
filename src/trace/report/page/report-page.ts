// The script of the report: draws what it finds in the page, and draws it again when something changes.
import { drawMemory } from "./memory-chart.ts";
import { readPayload } from "./page-data.ts";
import { control } from "./stream-controls.ts";
import type { StreamState } from "./stream-drawing.ts";
import { StreamDrawing } from "./stream-drawing.ts";
import { StreamView } from "./stream-view.ts";

const data = readPayload(byId("payload", HTMLScriptElement).text);
const canvas = byId("stream", HTMLCanvasElement);
const tip = byId("tip", HTMLElement);
const memory = document.querySelector<HTMLCanvasElement>("#memory");
const drawing = new StreamDrawing(data, canvas, byId("axis", HTMLCanvasElement));
const state: StreamState = { view: new StreamView(data.duration), only: undefined };
let isDue = false;

function drawSoon(): void {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    drawing.draw(state);
  });
}

function drawEverything(): void {
  drawSoon();
  if (memory !== null) drawMemory(memory, data);
}

control(canvas, state.view, () => {
  tip.hidden = true;
  drawSoon();
});

canvas.addEventListener("pointermove", ({ offsetX, offsetY, clientX, clientY, buttons }) => {
  const text = buttons === 0 ? drawing.find(offsetX, offsetY, state.view) : undefined;
  tip.hidden = text === undefined;
  if (text === undefined) return;
  tip.textContent = text;
  const { offsetWidth, offsetHeight } = tip;
  const left = Math.min(clientX + 12, window.innerWidth - offsetWidth - 8);
  const top = clientY + 16 + offsetHeight > window.innerHeight ? clientY - offsetHeight - 12 : clientY + 16;
  tip.style.transform = `translate(${Math.max(8, left)}px, ${Math.max(8, top)}px)`;
});
canvas.addEventListener("pointerleave", () => {
  tip.hidden = true;
});

const chips = [...document.querySelectorAll<HTMLButtonElement>("[data-kind]")];
for (const chip of chips) {
  chip.addEventListener("click", () => {
    const kind = Number(chip.dataset.kind);
    state.only = state.only === kind ? undefined : kind;
    for (const each of chips) each.setAttribute("aria-pressed", String(Number(each.dataset.kind) === state.only));
    drawSoon();
  });
}

new ResizeObserver(drawEverything).observe(canvas);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawEverything);
drawEverything();

function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`Cannot draw the report: the page has no "${id}"`);
}
