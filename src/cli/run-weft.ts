// The command `weft`: finds out what is wanted and who does it.
import { labExperiment } from "./lab-experiment.ts";
import { labGraphs } from "./lab-graphs.ts";
import { USAGE } from "./usage.ts";
import { UsageError, unknownName } from "./usage-error.ts";

type Command = (args: readonly string[]) => Promise<number>;

const LAB: Readonly<Record<string, Command>> = {
  graphs: labGraphs,
  compare: (args) => labExperiment("compare", args),
  scale: (args) => labExperiment("scale", args),
  zero: (args) => labExperiment("zero", args),
  aot: (args) => labExperiment("aot", args),
};

/** Runs it and returns the exit code. @throws {UsageError} if the arguments make no sense */
export async function runWeft(args: readonly string[]): Promise<number> {
  const [first, second, ...rest] = args;
  if (first === undefined || first === "help" || args.includes("--help") || args.includes("-h")) {
    console.log(USAGE);
    return 0;
  }
  if (first !== "lab") throw unknownName("the command", first, ["lab", "help"]);
  if (second === undefined)
    throw new UsageError(`Cannot run "weft lab": what to do is missing, must be one of ${Object.keys(LAB).join(", ")}`);
  const command = Object.hasOwn(LAB, second) ? LAB[second] : undefined;
  if (command === undefined)
    throw unknownName(
      "the command",
      `lab ${second}`,
      Object.keys(LAB).map((name) => `lab ${name}`),
    );
  return command(rest);
}
