// A canvas that is as sharp as the screen, and the page's colours.

export interface Surface {
  readonly context: CanvasRenderingContext2D;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Makes the canvas as large as its box, cleared. */
export function prepare(canvas: HTMLCanvasElement): Surface | undefined {
  const context = canvas.getContext("2d");
  const { clientWidth: width, clientHeight: height } = canvas;
  if (context === null || width === 0) return undefined;
  const scale = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/** The value of a custom property of the page, in the theme of the moment. */
export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Round steps for an axis: 1, 2 or 5 times a power of ten, with at least `space` pixels between them. */
export function roundStep(span: number, width: number, space: number): number {
  const least = (span * space) / Math.max(1, width);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? least;
}
