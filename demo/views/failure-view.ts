// What went wrong and what to do, where it cannot be missed.
import { adviceFor } from "../failure.ts";
import { getElement, make } from "./page-element.ts";

export class FailureView {
  readonly #box = getElement("#failure", HTMLElement);

  show(error: unknown): void {
    const { title, cure, details } = adviceFor(error);
    this.#box.replaceChildren(make("strong", title), make("p", cure), make("code", details));
    this.#box.hidden = false;
  }

  clear(): void {
    this.#box.hidden = true;
    this.#box.replaceChildren();
  }
}
