// The cluster and one thread, side by side.
import type { FrameTally } from "../frame-meter.ts";
import { areSame } from "../group-sums.ts";
import type { OneThreadReport } from "../one-thread.ts";
import type { RunReport } from "../run.ts";
import { counted, duration } from "./format.ts";
import { getElement } from "./page-element.ts";

export interface Measured<Report> {
  readonly report: Report;
  readonly frames: FrameTally;
}

export class ComparisonView {
  readonly #button = getElement("#run-one-thread", HTMLButtonElement);
  readonly #table = getElement("#comparison", HTMLTableElement);
  readonly #verdict = getElement("#verdict", HTMLElement);
  #isBusy = true;
  #cluster: Measured<RunReport> | undefined;
  #one: Measured<OneThreadReport> | undefined;

  constructor(onRun: () => void) {
    this.#button.addEventListener("click", () => {
      if (!this.#isBusy) onRun();
    });
  }

  /** Not `disabled`: see the controls. */
  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    this.#button.setAttribute("aria-disabled", String(isBusy));
  }

  announce(): void {
    this.#verdict.textContent = "Working on one thread; the page stands still until it is done";
    this.#verdict.removeAttribute("data-equal");
  }

  showCluster(cluster: Measured<RunReport>): void {
    this.#cluster = cluster;
    const { workers } = cluster.report.settings;
    this.#showRow("cluster", `Cluster, ${counted(workers, "worker")}`, cluster);
    this.#showVerdict();
  }

  showOneThread(one: Measured<OneThreadReport>): void {
    this.#one = one;
    this.#showRow("one", "One thread", one);
    this.#showVerdict();
  }

  failed(): void {
    this.#verdict.textContent = "The run on one thread failed";
  }

  #showRow(who: string, name: string, { report, frames }: Measured<{ readonly makespan: number }>): void {
    const [head, time, gap] = this.#table.querySelectorAll(`[data-who=${who}] > *`);
    if (head) head.textContent = name;
    if (time) time.textContent = duration(report.makespan);
    if (gap) gap.textContent = frames.longest === undefined ? "page was hidden" : duration(frames.longest);
  }

  /** What the cluster buys even where there are no cores to spare. */
  get #gaps(): string {
    const [cluster, one] = [this.#cluster?.frames.longest, this.#one?.frames.longest];
    if (cluster === undefined || one === undefined) return "";
    return `; the page’s longest standstill was ${duration(cluster)} instead of ${duration(one)}`;
  }

  #showVerdict(): void {
    if (this.#cluster === undefined || this.#one === undefined) return;
    const [cluster, one] = [this.#cluster.report, this.#one.report];
    const isEqual = areSame(cluster.byOrigin, one.byOrigin) && areSame(cluster.byHour, one.byHour);
    const speedUp = one.makespan / cluster.makespan;
    this.#verdict.dataset.equal = String(isEqual);
    this.#verdict.textContent = isEqual
      ? `Speed-up of the cluster: ${speedUp.toFixed(2)} times${this.#gaps}. Both results are the same to the last bit.`
      : "The two results differ: that is a bug. Please report it.";
  }
}
