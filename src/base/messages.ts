// Messages for one reader, who may come later than the first of them.

export class Messages implements AsyncIterable<unknown> {
  #waiting: unknown[] = [];
  #listener: ((value: unknown) => void) | undefined;
  #isOver = false;
  #wake = (): void => {};

  push(value: unknown): void {
    if (this.#isOver) return;
    if (this.#listener !== undefined) return tell(this.#listener, value);
    this.#waiting.push(value);
    this.#wake();
  }

  /** Nothing more comes. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Calls back for each message, first for those that wait; returns how to stop. A second listener takes the place of the first. */
  listen(listener: (value: unknown) => void): () => void {
    this.#listener = listener;
    for (const value of this.#waiting.splice(0)) tell(listener, value);
    return () => {
      if (this.#listener === listener) this.#listener = undefined;
    };
  }

  /** Takes the messages, one by one, until nothing more comes. */
  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void> {
    for (;;) {
      while (this.#waiting.length > 0) yield this.#waiting.shift();
      if (this.#isOver) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** Calls a user's listener; what it throws surfaces where the runtime reports what nobody caught. */
export function tell<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value);
  } catch (error) {
    void Promise.reject(error);
  }
}
