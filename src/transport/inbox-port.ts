// What every port does with what arrives: it is kept until somebody listens; nothing comes after the end, which is told
// once; and nothing at all once this side has closed. In a file of its own so that no implementation can forget one.
import type { PortListener } from "./port.ts";

export class Inbox {
  #listener: PortListener | undefined;
  /** What arrived before `listen`; also what arrives while that is being delivered, so that the order is kept. */
  #early: (() => void)[] | undefined = [];
  #isOver = false;

  /** Whether this side closed or heard that the other did. */
  get isOver(): boolean {
    return this.#isOver;
  }

  message(value: unknown): void {
    if (this.#isOver) return;
    if (this.#early === undefined) this.#listener?.message(value);
    else this.#early.push(() => this.#listener?.message(value));
  }

  closed(reason: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#early === undefined) this.#listener?.closed(reason);
    else this.#early.push(() => this.#listener?.closed(reason));
  }

  /** Delivery begins in a later turn: who listens is not called back before `listen` has returned. */
  listen(listener: PortListener): void {
    this.#listener = listener;
    if (this.#early?.length === 0) this.#early = undefined;
    else void Promise.resolve().then(() => this.#deliverEarly());
  }

  /** This side is closed. Whether it was still open. */
  close(): boolean {
    const wasOpen = !this.#isOver;
    this.#isOver = true;
    this.#listener = undefined;
    return wasOpen;
  }

  #deliverEarly(): void {
    try {
      for (let next = this.#early?.shift(); next !== undefined; next = this.#early?.shift()) next();
    } finally {
      if (this.#early?.length === 0) this.#early = undefined;
      else void Promise.resolve().then(() => this.#deliverEarly()); // a listener threw: what came after it still comes
    }
  }
}

/** Says that this side closed, where the platform does not: the last message of a port. */
export const GOODBYE = "weftwork:goodbye";

/** Says that something arrived that could not be decoded: the last message of a worker. */
export const DEAF = "weftwork:deaf";

export const otherSideClosed = (): Error => new Error("The other side closed the port");
