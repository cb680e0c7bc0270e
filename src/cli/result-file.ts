// Rows on disk, one JSON line each, written as soon as they are there: what is in the file need not be measured again.
import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import type { Machine } from "../lab/experiments/machine.ts";
import type { ExperimentRow } from "../lab/experiments/row.ts";

type Line = ExperimentRow | { readonly machine: Machine };

export class ResultFile {
  readonly #path: string;
  readonly #rows = new Map<string, ExperimentRow>();
  readonly #machines = new Map<string, Machine>();

  private constructor(path: string) {
    this.#path = path;
  }

  /** Reads what is there; with `isFresh` it is thrown away. A line that was cut off is left out. */
  static async open(path: string, isFresh: boolean): Promise<ResultFile> {
    const file = new ResultFile(path);
    if (isFresh) rmSync(path, { force: true });
    if (!existsSync(path)) return file;
    const text = readFileSync(path, "utf8");
    for (const line of text.split("\n")) {
      const found = parseLine(line);
      if (found === undefined) continue;
      if ("machine" in found) file.#machines.set(found.machine.runtime, found.machine);
      else file.#rows.set(found.key, found);
    }
    if (text !== "" && !text.endsWith("\n")) appendFileSync(path, "\n");
    return file;
  }

  get rows(): readonly ExperimentRow[] {
    return [...this.#rows.values()];
  }

  get keys(): ReadonlySet<string> {
    return new Set(this.#rows.keys());
  }

  get machines(): readonly Machine[] {
    return [...this.#machines.values()];
  }

  add(row: ExperimentRow): void {
    this.#rows.set(row.key, row);
    this.#append(row);
  }

  addMachine(machine: Machine): void {
    const known = this.#machines.get(machine.runtime);
    this.#machines.set(machine.runtime, machine);
    if (JSON.stringify(known) !== JSON.stringify(machine)) this.#append({ machine });
  }

  #append(line: Line): void {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }
}

function parseLine(line: string): Line | undefined {
  try {
    const found = JSON.parse(line) as Partial<ExperimentRow> & { machine?: Machine };
    return found.key !== undefined || found.machine !== undefined ? (found as Line) : undefined;
  } catch {
    return undefined;
  }
}
