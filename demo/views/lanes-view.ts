// One lane for each worker: a block for each task, from its start to its end, as the journal tells.
import { sharesOf } from "../figures.ts";
import type { Span } from "../journal.ts";
import type { RunReport, Stage } from "../run.ts";
import { counted, duration, percent } from "./format.ts";
import { getElement, make } from "./page-element.ts";

const STAGE_OF: Readonly<Record<string, Stage>> = {
  readFooter: "footer",
  readRowGroup: "read",
  sumByOrigin: "sum",
  sumByHour: "sum",
  add: "add",
};
/** Milliseconds that the lanes are long at first; doubled when that is too short. */
const FIRST_LENGTH = 500;

export class LanesView {
  readonly #lanes = getElement("#lanes", HTMLElement);
  readonly #spans: Span[] = [];
  #start = 0;
  #length = FIRST_LENGTH;

  starting(workers: number): void {
    this.#spans.length = 0;
    this.#start = 0;
    this.#setLength(FIRST_LENGTH);
    this.#lanes.replaceChildren(...Array.from({ length: workers }, (_, worker) => lane(worker)));
  }

  /** `at`: when the first task was submitted, on the journal's clock. */
  submitted(at: number): void {
    this.#start = at;
  }

  add(span: Span): void {
    this.#spans.push(span);
    while (this.#lanes.childElementCount <= span.worker) this.#lanes.append(lane(this.#lanes.childElementCount));
    if (span.end - this.#start > this.#length) this.#setLength(this.#length * 2);
    const block = make("i", "", { "data-stage": STAGE_OF[span.task] ?? "footer" });
    block.title = `${span.task}, ${duration(span.end - span.start)}`;
    block.style.setProperty("--from", String(span.start - this.#start));
    block.style.setProperty("--for", String(span.end - span.start));
    this.#lanes.children[span.worker]?.querySelector(".track")?.append(block);
    this.#showShares();
  }

  finished({ makespan }: RunReport): void {
    this.#setLength(makespan);
    this.#showShares(makespan);
  }

  #setLength(ms: number): void {
    this.#length = ms;
    this.#lanes.style.setProperty("--length", String(ms));
  }

  #showShares(makespan?: number): void {
    for (const { worker, tasks, busy } of sharesOf(this.#spans, this.#lanes.childElementCount)) {
      const share = makespan === undefined ? "" : `, ${percent(busy / makespan)} busy`;
      const tally = this.#lanes.children[worker]?.querySelector(".tally");
      if (tally)
        tally.textContent = tasks === 0 ? counted(0, "task") : `${counted(tasks, "task")}, ${duration(busy)}${share}`;
    }
  }
}

function lane(worker: number): HTMLElement {
  const row = make("li", "", { class: "lane" });
  row.append(
    make("span", `worker ${worker + 1}`),
    make("span", "0 tasks", { class: "tally number" }),
    make("div", "", { class: "track", "aria-hidden": "true" }),
  );
  return row;
}
