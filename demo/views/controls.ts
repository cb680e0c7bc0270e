// The control row: what the next run shall be like.
import type { RunSettings } from "../run.ts";
import { getElement, make } from "./page-element.ts";

const FEWEST = 2;

export class Controls {
  readonly #form = getElement("#controls", HTMLFormElement);
  readonly #workers = getElement("#workers", HTMLSelectElement);
  readonly #runAgain = getElement("#run-again", HTMLButtonElement);
  #isBusy = false;

  constructor(cores: number, onRun: () => void) {
    const most = Math.max(FEWEST, cores);
    for (let workers = FEWEST; workers <= most; workers++) {
      this.#workers.append(make("option", String(workers), { value: String(workers) }));
    }
    this.#workers.value = String(Math.max(FEWEST, most - 1)); // a core for the page
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.#isBusy) onRun();
    });
  }

  get settings(): RunSettings {
    const data = new FormData(this.#form);
    const scheduler = data.get("scheduler") === "random" ? "random" : "work-stealing";
    return { scheduler, workers: Number(data.get("workers")) };
  }

  /** Not `disabled`: whoever has just pressed the button keeps the focus. */
  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    this.#runAgain.setAttribute("aria-disabled", String(isBusy));
  }
}
