// How alive the page is: the gaps between frames, as the browser's own animation callbacks see them.

export interface FrameGap {
  /** Milliseconds since the frame before. */
  readonly gap: number;
  readonly longest: number;
}

export interface FrameTally {
  readonly frames: number;
  /** Milliseconds; undefined if the page was hidden meanwhile, for then the browser draws no frames. */
  readonly longest: number | undefined;
}

/** A hidden page draws no frame to wait for. */
const LONGEST_WAIT = 1000;

/** Measures between `start` and `stop`; calls back in each frame. */
export class FrameMeter {
  readonly #onFrame: (frame: FrameGap) => void;
  #last = 0;
  #frames = 0;
  #longest = 0;
  #wasHidden = false;
  #request: number | undefined;

  constructor(onFrame: (frame: FrameGap) => void) {
    this.#onFrame = onFrame;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#wasHidden = true;
    });
  }

  start(): void {
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    this.#last = performance.now();
    this.#frames = 0;
    this.#longest = 0;
    this.#wasHidden = document.hidden;
    this.#request = requestAnimationFrame(() => this.#tick());
  }

  /** Waits for one more frame, so that the gap that is open counts too. */
  async stop(): Promise<FrameTally> {
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
      setTimeout(resolve, LONGEST_WAIT);
    });
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    this.#request = undefined;
    return { frames: this.#frames, longest: this.#wasHidden ? undefined : this.#longest };
  }

  #tick(): void {
    const now = performance.now();
    const gap = now - this.#last;
    this.#last = now;
    this.#frames++;
    this.#longest = Math.max(this.#longest, gap);
    this.#onFrame({ gap, longest: this.#longest });
    this.#request = requestAnimationFrame(() => this.#tick());
  }
}
