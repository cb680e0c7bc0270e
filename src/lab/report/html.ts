// A report as one HTML file that needs nothing else: style and script are in it. Without the script only the line charts
// are missing, and their tables are there.
import { dotsHtml } from "./html-dots.ts";
import { escapeHtml, legendHtml } from "./html-parts.ts";
import type { Chart, LineChart, Report, Section, Table } from "./report.ts";
import { machineLine } from "./text.ts";

export async function reportHtml(report: Report): Promise<string> {
  const [{ default: script }, { default: style }] = await Promise.all([
    import("virtual:lab-report-script"),
    import("virtual:lab-report-style"),
  ]);
  const { title, lead, findings, sections, machines, command } = report;
  const links = sections.map(({ heading }, i) => `<a href="#s${i}">${escapeHtml(heading)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}: weftwork lab</title>
<style>${style}</style>
</head>
<body>
<header>
<p class="brand">weftwork lab</p>
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
${links.length > 1 ? `<nav aria-label="Sections">${links.join("")}</nav>` : ""}
</header>
<main>
${findings.length > 0 ? `<ul class="findings">${findings.map(findingHtml).join("")}</ul>` : ""}
${sections.map(sectionHtml).join("\n")}
${sections.length === 0 ? "<section><h2>Nothing was measured</h2></section>" : ""}
</main>
<footer>
<h2>Measured on</h2>
<ul>${machines.map((machine) => `<li>${escapeHtml(machineLine(machine))}</li>`).join("")}</ul>
<p><code>${escapeHtml(command)}</code></p>
<p>The paper: Böhm and Beránek, “Runtime vs Scheduler: Analyzing Dask’s Overheads”, WORKS 2020. Its numbers are means of its published raw data.</p>
</footer>
<script>${script.replaceAll("</script", "<\\/script")}</script>
</body>
</html>
`;
}

const findingHtml = ({ value, text }: Report["findings"][number]): string =>
  `<li><b>${escapeHtml(value)}</b><span>${escapeHtml(text)}</span></li>`;

function sectionHtml({ heading, text, charts, tables }: Section, index: number): string {
  return `<section id="s${index}">
<h2>${escapeHtml(heading)}</h2>
<p>${escapeHtml(text)}</p>
${charts.map(chartHtml).join("\n")}
${tables.map(tableHtml).join("\n")}
</section>`;
}

const chartHtml = (chart: Chart): string => (chart.kind === "dots" ? dotsHtml(chart) : linesHtml(chart));

function linesHtml(chart: LineChart): string {
  const data = JSON.stringify(chart).replaceAll("<", "\\u003c");
  return `<figure class="lines">
<figcaption>${escapeHtml(chart.caption)}</figcaption>
${legendHtml(chart.series, true)}
<div class="plot"></div>
<script type="application/json" data-chart>${data}</script>
</figure>`;
}

function tableHtml({ caption, columns, rows }: Table): string {
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join("");
  const body = rows.map(([first = "", ...cells]) => {
    const others = cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("");
    return `<tr><th scope="row">${escapeHtml(first)}</th>${others}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table>
<caption>${escapeHtml(caption)}</caption>
<thead><tr>${head}</tr></thead>
<tbody>${body.join("\n")}</tbody>
</table></div>`;
}
