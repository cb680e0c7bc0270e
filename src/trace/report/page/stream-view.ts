// Which part of the stream is seen, and how that changes. Times in milliseconds.

/** The shortest time that can be seen. */
const LEAST = 0.002;

export class StreamView {
  readonly #duration: number;
  start = 0;
  end: number;

  constructor(duration: number) {
    this.#duration = Math.max(duration, LEAST);
    this.end = this.#duration;
  }

  get span(): number {
    return this.end - this.start;
  }

  get isWhole(): boolean {
    return this.start <= 0 && this.end >= this.#duration;
  }

  /** Zooms by `factor` (below 1: closer) so that what is seen at `share` of the width stays there. */
  zoom(factor: number, share = 0.5): void {
    const span = Math.min(this.#duration, Math.max(LEAST, this.span * factor));
    const fixed = this.start + share * this.span;
    this.#show(fixed - share * span, span);
  }

  /** Moves by a share of what is seen. */
  move(share: number): void {
    this.#show(this.start + share * this.span, this.span);
  }

  showAll(): void {
    this.#show(0, this.#duration);
  }

  #show(start: number, span: number): void {
    this.start = Math.max(0, Math.min(start, this.#duration - span));
    this.end = this.start + span;
  }
}
