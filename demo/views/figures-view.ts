// The run in figures.
import { figuresOf } from "../figures.ts";
import type { RunReport } from "../run.ts";
import { count, counted, duration, percent } from "./format.ts";
import { getElement } from "./page-element.ts";

export function showFigures(report: RunReport): void {
  const { rows, groups, makespan, boot, tasks, settings } = report;
  const { busyShare, overhead } = figuresOf(report);
  set("figure=rows", count(rows));
  set("note=rows", `in ${counted(groups, "row group")} of the file`);
  set("figure=makespan", duration(makespan));
  set(
    "note=makespan",
    boot === undefined ? "on workers from the last run" : `after ${duration(boot)} to start workers`,
  );
  set("figure=tasks", count(tasks));
  set("note=tasks", `${counted(settings.workers, "worker")}, ${settings.scheduler}`);
  set("figure=busy", percent(busyShare));
  set("figure=overhead", duration(overhead));
}

function set(name: string, text: string): void {
  getElement(`[data-${name}]`, HTMLElement).textContent = text;
}
