// `weft lab graphs`: Table I, and whether the graphs that are drawn here are those.
import { parseArguments } from "./arguments.ts";
import { loadLab } from "./lab-library.ts";
import { UsageError } from "./usage-error.ts";

export async function labGraphs(args: readonly string[]): Promise<number> {
  const { words, switches } = parseArguments(args, { check: "switch" });
  if (words.length > 0) throw new UsageError(`Cannot use "${words[0]}": "weft lab graphs" takes only --check`);
  const { PAPER_TABLE, graphsCheck } = await loadLab();
  const checks = switches.has("check") ? graphsCheck() : undefined;
  console.log(line(["graph", "tasks", "arcs", "KiB", "ms", "path", checks ? "drawn" : ""]));
  for (const [i, row] of PAPER_TABLE.entries()) {
    const numbers = [row.tasks, row.arcs, row.meanOutputKiB, row.meanDurationMs, row.longestPathArcs];
    const check = checks?.[i];
    const verdict = check === undefined ? "" : check.ok ? "ok" : "DIFFERS";
    console.log(line([row.graph, ...numbers.map(String), verdict]));
    if (check?.ok === false) console.log(`  drawn: ${JSON.stringify(check.found)}`);
  }
  if (checks === undefined) return 0;
  const good = checks.filter(({ ok }) => ok).length;
  console.log(`${good} of ${checks.length}`);
  return good === checks.length ? 0 : 1;
}

const WIDTHS = [21, 9, 9, 9, 8, 6, 9];

const line = (cells: readonly string[]): string =>
  cells
    .map((cell, i) => (i === 0 ? cell.padEnd(WIDTHS[0] ?? 0) : cell.padStart(WIDTHS[i] ?? 0)))
    .join("")
    .trimEnd();
