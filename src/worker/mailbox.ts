// What arrives at a worker is handled in order. Some messages cannot be handled before a part of the script is loaded:
// then they and all that come after them wait.

/** Handles a message; a promise if nothing more is to be handled before it settles. */
export type Deliver = (value: unknown) => Promise<void> | undefined;

export class Mailbox {
  readonly #deliver: Deliver;
  readonly #failed: (error: unknown) => void;
  /** What has come since something is waited for. */
  #waiting: unknown[] | undefined;
  #isClosed = false;

  /** @param failed hears what `deliver` throws for a message that has waited; of others `push` throws it */
  constructor(deliver: Deliver, failed: (error: unknown) => void) {
    this.#deliver = deliver;
    this.#failed = failed;
  }

  push(value: unknown): void {
    if (this.#isClosed) return;
    if (this.#waiting !== undefined) this.#waiting.push(value);
    else this.#handle(value);
  }

  /** What waits is dropped, and nothing is handled any more. */
  close(): void {
    this.#isClosed = true;
    this.#waiting = undefined;
  }

  #handle(value: unknown): void {
    const loading = this.#deliver(value);
    if (loading === undefined || this.#isClosed) return;
    this.#waiting = [];
    const goOn = (): void => this.#goOn();
    loading.then(goOn, goOn);
  }

  #goOn(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (let at = 0; at < waiting.length && !this.#isClosed; at++) {
      if (this.#waiting !== undefined) {
        (this.#waiting as unknown[]).push(...waiting.slice(at));
        return;
      }
      try {
        this.#handle(waiting[at]);
      } catch (error) {
        this.#failed(error);
      }
    }
  }
}
