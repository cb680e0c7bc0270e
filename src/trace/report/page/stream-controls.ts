// Wheel, drag, pinch and keys on the task stream.
import { GUTTER } from "./stream-drawing.ts";
import type { StreamView } from "./stream-view.ts";

const STEP = 1.4;
const KEYS: Readonly<Record<string, (view: StreamView) => void>> = {
  ArrowLeft: (view) => view.move(-0.15),
  ArrowRight: (view) => view.move(0.15),
  "+": (view) => view.zoom(1 / STEP),
  "=": (view) => view.zoom(1 / STEP),
  "-": (view) => view.zoom(STEP),
  Home: (view) => view.showAll(),
};

/** Changes the view as the user wants, and calls back after each change. */
export function control(canvas: HTMLCanvasElement, view: StreamView, changed: () => void): void {
  const width = (): number => Math.max(1, canvas.clientWidth - GUTTER);
  const shareAt = (clientX: number): number =>
    Math.min(1, Math.max(0, (clientX - canvas.getBoundingClientRect().left - GUTTER) / width()));
  const pointers = new Map<number, number>();

  canvas.addEventListener(
    "wheel",
    (event) => {
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!isSideways && event.deltaY > 0 && view.isWhole) return; // nothing to zoom out of: the page scrolls
      event.preventDefault();
      if (isSideways) view.move((event.deltaX || event.deltaY) / width());
      else view.zoom(2 ** (event.deltaY / (event.deltaMode === 0 ? 300 : 10)), shareAt(event.clientX));
      changed();
    },
    { passive: false },
  );
  canvas.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, event.clientX);
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, event.clientX);
    if (other === undefined) view.move((before - event.clientX) / width());
    else {
      const factor = Math.abs(before - other) / Math.max(8, Math.abs(event.clientX - other));
      view.zoom(Math.min(2, Math.max(0.5, factor)), shareAt((event.clientX + other) / 2));
    }
    changed();
  });
  const forget = (event: PointerEvent): void => void pointers.delete(event.pointerId);
  canvas.addEventListener("pointerup", forget);
  canvas.addEventListener("pointercancel", forget);
  canvas.addEventListener("keydown", (event) => {
    const act = KEYS[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(view);
    changed();
  });
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-zoom]")) {
    button.addEventListener("click", () => {
      const { zoom } = button.dataset;
      if (zoom === "all") view.showAll();
      else view.zoom(zoom === "in" ? 1 / STEP : STEP);
      changed();
    });
  }
}
