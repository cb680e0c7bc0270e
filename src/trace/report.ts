// The report: one HTML file with everything in it. What can be read without a script is written here; the script draws
// the task stream and the memory. The page asks for nothing over the network.

import script from "virtual:trace-report-script";
import style from "virtual:trace-report-style";
import { escapeHtml } from "./report/format.ts";
import { payloadOf } from "./report/payload.ts";
import {
  aboutSection,
  kindsSection,
  memorySection,
  streamSection,
  summary,
  trafficSections,
} from "./report/sections.ts";
import { timeSection } from "./report/time-section.ts";
import type { Trace } from "./trace.ts";

export function drawReport(trace: Trace): string {
  const payload = payloadOf(trace);
  const statistics = trace.statistics();
  const title = `Trace of ${trace.about.Workers ?? 0} workers, ${trace.about.Scheduler ?? "no scheduler"}`;
  const body = [
    `<header><h1>${escapeHtml(title)}</h1><p class="quiet">${escapeHtml(recorded(trace))}</p></header>`,
    summary(statistics),
    streamSection(payload),
    memorySection(payload),
    timeSection(statistics),
    kindsSection(statistics, payload),
    ...trafficSections(statistics),
    aboutSection(trace.about),
  ];
  const json = JSON.stringify(payload).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>weftwork: ${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
${body.join("\n")}
</main>
<script type="application/json" id="payload">${json}</script>
<script>${script.replaceAll("</script", "<\\/script")}</script>
</body>
</html>
`;
}

function recorded({ start, isCut }: Trace): string {
  const when = `Recorded from ${start.toISOString().replace("T", " ").slice(0, 19)} UTC on`;
  return isCut ? `${when}; what came first did not fit into the trace and is missing` : when;
}
