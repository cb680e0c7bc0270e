// Paints boxes of one row from left to right. What is narrower than a pixel is gathered: the pixel is as strong as it is
// covered, in the colour of what took most of it.

/** Pixels from which on a box is set off from its neighbour. */
const SET_OFF = 6;
/** How strong a pixel is at least in which something is. */
const FAINTEST = 0.3;

export class RowBrush {
  readonly #context: CanvasRenderingContext2D;
  readonly #top: number;
  readonly #height: number;
  /** The pixel that is being gathered; below zero: none. */
  #pixel = -1;
  #covered = 0;
  #widest = -1;
  #paint = "";
  #mark: string | undefined;

  constructor(context: CanvasRenderingContext2D, top: number, height: number) {
    this.#context = context;
    this.#top = top;
    this.#height = height;
  }

  /** A box; `mark`: the colour of the bar at its bottom. */
  box(left: number, right: number, paint: string, mark: string | undefined): void {
    const width = right - left;
    if (width < 1) return this.#gather(Math.floor(left), width, paint, mark);
    this.flush();
    this.#fill(left, width > SET_OFF ? width - 1 : width, paint, mark);
  }

  /** Paints what is gathered. */
  flush(): void {
    if (this.#pixel < 0) return;
    this.#context.globalAlpha = Math.min(1, FAINTEST + (1 - FAINTEST) * this.#covered);
    this.#fill(this.#pixel, 1, this.#paint, this.#mark);
    this.#context.globalAlpha = 1;
    this.#pixel = -1;
  }

  #gather(pixel: number, width: number, paint: string, mark: string | undefined): void {
    if (pixel !== this.#pixel) {
      this.flush();
      this.#pixel = pixel;
      this.#covered = 0;
      this.#widest = -1;
      this.#mark = undefined;
    }
    this.#covered += width;
    this.#mark ??= mark;
    if (width <= this.#widest) return;
    this.#widest = width;
    this.#paint = paint;
  }

  #fill(left: number, width: number, paint: string, mark: string | undefined): void {
    this.#context.fillStyle = paint;
    this.#context.fillRect(left, this.#top, width, this.#height);
    if (mark === undefined) return;
    const height = Math.max(1, Math.round(this.#height / 5));
    this.#context.fillStyle = mark;
    this.#context.fillRect(left, this.#top + this.#height - height, width, height);
  }
}
