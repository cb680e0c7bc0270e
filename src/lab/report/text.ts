// A report for a terminal of 80 columns: its tables, without charts.
import type { Report, Table } from "./report.ts";

const WIDTH = 80;

export function reportText({ title, findings, sections, machines, command }: Report): string {
  const lines = [title, ""];
  for (const { value, text } of findings) lines.push(...wrap(`${value} ${text}`, WIDTH));
  if (findings.length > 0) lines.push("");
  for (const { heading, tables } of sections) {
    if (tables.length === 0) continue;
    lines.push(heading, "-".repeat(Math.min(WIDTH, heading.length)));
    for (const table of tables) lines.push(...tableLines(table), "");
  }
  if (sections.length === 0) lines.push("Nothing was measured", "");
  for (const machine of machines) lines.push(...wrap(machineLine(machine), WIDTH));
  lines.push(...wrap(command, WIDTH));
  return lines.join("\n");
}

export function machineLine({ runtime, version, cores, cpu, system }: Report["machines"][number]): string {
  const where = [cpu, cores === undefined ? undefined : `${cores} cores`, system].filter((each) => each !== undefined);
  return `${runtime} ${version}${where.length > 0 ? ` on ${where.join(", ")}` : ""}`;
}

/** The table in lines of at most 80 characters: headings are broken, then columns go into further blocks. */
export function tableLines({ caption, columns, rows }: Table): string[] {
  const widths = columns.map((column, at) => {
    const longest = Math.max(...rows.map((row) => row[at]?.length ?? 0), ...words(column).map(({ length }) => length));
    return at === 0 ? Math.min(longest, 24) : longest;
  });
  const lines = wrap(caption, WIDTH);
  for (const block of blocksOf(widths)) {
    const headings = block.map((at) => wrap(columns[at] ?? "", widths[at] ?? 0));
    const height = Math.max(...headings.map(({ length }) => length));
    for (let line = 0; line < height; line++) {
      lines.push(
        joined(
          headings.map((heading) => heading[line - height + heading.length] ?? ""),
          block,
          widths,
        ),
      );
    }
    for (const row of rows)
      lines.push(
        joined(
          block.map((at) => row[at] ?? ""),
          block,
          widths,
        ),
      );
  }
  return lines;
}

/** Groups of columns that fit, each with the first one. */
function blocksOf(widths: readonly number[]): number[][] {
  const first = widths[0] ?? 0;
  const blocks: number[][] = [];
  let used = WIDTH;
  for (let at = 1; at < widths.length; at++) {
    const width = (widths[at] ?? 0) + 2;
    if (used + width > WIDTH) {
      blocks.push([0]);
      used = first;
    }
    blocks.at(-1)?.push(at);
    used += width;
  }
  return blocks.length === 0 ? [[0]] : blocks;
}

function joined(cells: readonly string[], block: readonly number[], widths: readonly number[]): string {
  return cells
    .map((cell, i) => {
      const width = widths[block[i] ?? 0] ?? 0;
      return i === 0 ? cell.slice(0, width).padEnd(width) : cell.padStart(width);
    })
    .join("  ")
    .trimEnd();
}

/** Where a heading may be broken: at spaces, and after hyphens and slashes. */
const words = (text: string): string[] => text.match(/[^\s/-]+[/-]?/g) ?? [text];

/** Breaks at spaces, and where it must at hyphens and slashes. */
function wrap(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [""];
  for (const part of text.match(/\s*[^\s/-]+[/-]?|\s*[/-]/g) ?? [text]) {
    const last = lines.length - 1;
    if ((lines[last] as string).length + part.length <= width) lines[last] += part;
    else if (lines[last] === "") lines[last] = part.trimStart();
    else lines.push(part.trimStart());
  }
  return lines;
}
