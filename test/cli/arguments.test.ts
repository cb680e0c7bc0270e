import { describe, expect, it } from "vitest";
import { listOf, parseArguments } from "../../src/cli/arguments.ts";
import { readChoices } from "../../src/cli/experiment-choices.ts";
import { UsageError } from "../../src/cli/usage-error.ts";

const FLAGS = { quick: "switch", out: "text" } as const;

describe("parseArguments", () => {
  it("tells words, switches and values apart", () => {
    const { words, switches, texts } = parseArguments(["a", "--quick", "--out", "b", "c"], FLAGS);
    expect([words, [...switches], texts]).toEqual([["a", "c"], ["quick"], { out: "b" }]);
  });

  it("says which flag was probably meant", () => {
    expect(() => parseArguments(["--quik"], FLAGS)).toThrow(
      'Cannot use the flag "--quik": it is unknown, must be one of --quick, --out; did you mean "--quick"?',
    );
  });

  it("asks for the value of a flag that needs one", () => {
    expect(() => parseArguments(["--out"], FLAGS)).toThrow("Cannot use --out: its value is missing");
    expect(() => parseArguments(["--quick=yes"], FLAGS)).toThrow("--quick takes no value");
  });
});

describe("listOf", () => {
  it("takes each item once, without blanks", () => {
    expect(listOf("the runtime", "node, deno,node", ["node", "deno"])).toEqual(["node", "deno"]);
  });

  it("names the nearest of what it knows", () => {
    expect(() => listOf("the runtime", "chrome", ["node", "chromium"])).toThrow('did you mean "chromium"?');
    expect(() => listOf("the runtime", ",", ["node"])).toThrow("the list is empty");
  });
});

describe("readChoices", () => {
  const read = (...args: string[]) => readChoices(args, ["random", "work-stealing"]);

  it("measures where the command runs, unless told otherwise", () => {
    expect(read().runtimes).toEqual(["node"]);
    expect(read("--in", "deno,chromium").runtimes).toEqual(["deno", "chromium"]);
  });

  it("knows a scheduler's file by its dots and slashes", () => {
    const [known, mine] = read("--scheduler", "random,./folder/mine.ts").schedulers ?? [];
    expect(known).toEqual({ name: "random" });
    expect([mine?.name, mine?.file?.endsWith("/folder/mine.ts")]).toEqual(["mine", true]);
  });

  it.each([
    [["--scheduler", "randon"], 'did you mean "random"?'],
    [["--scheduler", "./random.js"], '"random" comes with the engine'],
    [["--graphs", "merg-10K"], 'must be a name like "merge-10K"'],
    [["--seed", "-1"], "must be a whole number from 0 to 4294967295"],
    [["--only", "fake"], "must be one of real, simulated"],
    [["extra"], "an experiment takes only flags"],
  ])("refuses %j", (args, message) => {
    expect(() => read(...args)).toThrow(UsageError);
    expect(() => read(...args)).toThrow(message);
  });
});
