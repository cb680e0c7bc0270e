// What went wrong: each kind once, and how often.

export class Problems {
  readonly #times = new Map<string, number>();

  get count(): number {
    return [...this.#times.values()].reduce((sum, times) => sum + times, 0);
  }

  /** Shows `text` when `kind` comes for the first time. */
  add(kind: string, text: string): void {
    const times = this.#times.get(kind) ?? 0;
    this.#times.set(kind, times + 1);
    if (times === 0) console.error(text);
  }

  /** Says how many were not shown. */
  close(): void {
    const hidden = this.count - this.#times.size;
    if (hidden > 0) console.error(`${hidden} more failed for the same reasons`);
  }
}
