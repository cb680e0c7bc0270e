// What the flags of an experiment say.
import { resolve } from "node:path";
import { paperGraph } from "../lab/graphs/catalog.ts";
import { listOf, parseArguments } from "./arguments.ts";
import type { RuntimeName } from "./lab-library.ts";
import { RUNTIMES, thisRuntime } from "./lab-library.ts";
import { UsageError } from "./usage-error.ts";

/** A scheduler by name, or by the file of its module. */
export interface ChosenScheduler {
  readonly name: string;
  readonly file?: string;
}

export interface ExperimentChoices {
  readonly quick: boolean;
  readonly runtimes: readonly RuntimeName[];
  readonly schedulers: readonly ChosenScheduler[] | undefined;
  readonly graphs: readonly string[] | undefined;
  readonly how: "real" | "simulated" | "both";
  readonly out: string;
  readonly fresh: boolean;
  readonly seed: number;
  readonly json: boolean;
  /** Rows that are there already, for a command that runs a part of another one's experiment. */
  readonly part: string | undefined;
}

const FLAGS = {
  quick: "switch",
  in: "text",
  scheduler: "text",
  graphs: "text",
  only: "text",
  out: "text",
  fresh: "switch",
  seed: "text",
  json: "switch",
  part: "text",
} as const;

/** @throws {UsageError} naming the flag, what it is and what it must be */
export function readChoices(args: readonly string[], schedulers: readonly string[]): ExperimentChoices {
  const { words, texts, switches } = parseArguments(args, FLAGS);
  if (words.length > 0)
    throw new UsageError(`Cannot use "${words[0]}": an experiment takes only flags; see "weft help"`);
  return {
    quick: switches.has("quick"),
    runtimes: texts.in === undefined ? [thisRuntime] : listOf("the runtime", texts.in, RUNTIMES),
    schedulers: texts.scheduler === undefined ? undefined : chosenSchedulers(texts.scheduler, schedulers),
    graphs: texts.graphs === undefined ? undefined : graphNames(texts.graphs),
    how:
      texts.only === undefined ? "both" : (listOf("--only", texts.only, ["real", "simulated"] as const)[0] ?? "both"),
    out: resolve(texts.out ?? "weft-lab"),
    fresh: switches.has("fresh"),
    seed: seedOf(texts.seed ?? "1"),
    json: switches.has("json"),
    part: texts.part,
  };
}

function chosenSchedulers(text: string, known: readonly string[]): ChosenScheduler[] {
  return text.split(",").map((item) => {
    if (!/[/\\.]/.test(item)) return { name: listOf("the scheduler", item, known)[0] ?? item };
    const name = item.replace(/^.*[/\\]/, "").replace(/\.[a-z]+$/, "");
    if (known.includes(name))
      throw new UsageError(
        `Cannot use the scheduler ${item}: "${name}" comes with the engine, the file must have another name`,
      );
    return { name, file: resolve(item) };
  });
}

function graphNames(text: string): string[] {
  const names = text.split(",").filter((name) => name !== "");
  for (const name of names) {
    try {
      paperGraph(name);
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  }
  if (names.length === 0) throw new UsageError(`Cannot use --graphs "${text}": the list is empty`);
  return names;
}

function seedOf(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && seed < 2 ** 32) return seed;
  throw new UsageError(`Cannot use --seed ${text}: must be a whole number from 0 to 4294967295`);
}
