// The page: starts a run at once, and others when asked.
import flightsUrl from "@data/flights-3m.parquet?url";
import { fetchCities } from "./airports.ts";
import { FrameMeter } from "./frame-meter.ts";
import { meansOf } from "./group-sums.ts";
import type { RunEvent } from "./run.ts";
import { FlightRuns } from "./run.ts";
import { showGraphCode } from "./views/code-view.ts";
import { ComparisonView } from "./views/comparison-view.ts";
import { Controls } from "./views/controls.ts";
import { FailureView } from "./views/failure-view.ts";
import { showFigures } from "./views/figures-view.ts";
import { GraphView } from "./views/graph-view.ts";
import { HoursView } from "./views/hours-view.ts";
import { LanesView } from "./views/lanes-view.ts";
import { MeterView } from "./views/meter-view.ts";
import { OriginsView } from "./views/origins-view.ts";
import { getElement } from "./views/page-element.ts";
import { ProgressView } from "./views/progress-view.ts";

const url = new URL(flightsUrl, location.href).href;
const page = getElement("#page", HTMLElement);
const runs = new FlightRuns();
const failure = new FailureView();
const progress = new ProgressView();
const lanes = new LanesView();
const graph = new GraphView();
const origins = new OriginsView();
const hours = new HoursView();
const meterView = new MeterView();
const comparison = new ComparisonView(() => void runAlone());
const controls = new Controls(navigator.hardwareConcurrency || 2, () => void runCluster());
let started: number | undefined;
const meter = new FrameMeter((frame) => {
  meterView.frame(frame);
  if (started !== undefined) progress.showElapsed(performance.now() - started);
});

showGraphCode();
void runCluster();
void fetchCities().then((cities) => {
  origins.cities = cities;
});

async function runCluster(): Promise<void> {
  const { settings } = controls;
  progress.starting(settings);
  lanes.starting(settings.workers);
  await work("on the cluster", progress, async () => {
    const report = await runs.run(url, settings, onEvent);
    started = undefined;
    progress.finished(report);
    lanes.finished(report);
    showFigures(report);
    origins.show(meansOf(report.byOrigin));
    hours.show(meansOf(report.byHour));
    comparison.showCluster({ report, frames: await stopMeter() });
  });
}

async function runAlone(): Promise<void> {
  comparison.announce();
  await work("on one thread", comparison, async () => {
    const { runOnOneThread } = await import("./one-thread.ts");
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const report = await runOnOneThread(url);
    comparison.showOneThread({ report, frames: await stopMeter() });
  });
}

/** One piece of work at a time, with the frame meter running beside it. */
async function work(where: string, view: { failed(): void }, steps: () => Promise<void>): Promise<void> {
  page.dataset.state = "working";
  controls.isBusy = comparison.isBusy = true;
  failure.clear();
  meterView.starting(where);
  meter.start();
  try {
    await steps();
    page.dataset.state = "done";
  } catch (error) {
    started = undefined;
    await stopMeter();
    view.failed();
    failure.show(error);
    page.dataset.state = "failed";
  } finally {
    controls.isBusy = comparison.isBusy = false;
  }
}

async function stopMeter() {
  const frames = await meter.stop();
  meterView.finished(frames);
  return frames;
}

function onEvent(event: RunEvent): void {
  switch (event.kind) {
    case "submitted":
      started = event.at - performance.timeOrigin;
      lanes.submitted(event.at);
      break;
    case "planned":
      progress.planned(event.tasks);
      graph.planned(event.groups);
      break;
    case "task-done":
      progress.taskDone(event.stage);
      graph.taskDone(event.stage, event.index);
      break;
    case "span":
      lanes.add(event.span);
      break;
    default:
      event satisfies never;
  }
}
