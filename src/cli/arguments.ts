// Arguments of the command: which words and flags there are, and what is said of others.
import { parseArgs } from "node:util";
import { UsageError, unknownName } from "./usage-error.ts";

/** A flag: with a value, or on its own. */
export type FlagKind = "text" | "switch";

export interface ParsedArguments<Name extends string> {
  readonly words: readonly string[];
  readonly texts: Readonly<Partial<Record<Name, string>>>;
  readonly switches: ReadonlySet<Name>;
}

/** @throws {UsageError} naming an unknown flag and the nearest one, or one whose value is missing */
export function parseArguments<Name extends string>(
  args: readonly string[],
  flags: Readonly<Record<Name, FlagKind>>,
): ParsedArguments<Name> {
  const names = Object.keys(flags) as Name[];
  const options = Object.fromEntries(
    names.map((name) => [name, { type: flags[name] === "text" ? ("string" as const) : ("boolean" as const) }]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true });
  const words: string[] = [];
  const texts: Partial<Record<Name, string>> = {};
  const switches = new Set<Name>();
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const name = names.find((each) => each === token.name);
    if (name === undefined)
      throw unknownName(
        "the flag",
        token.rawName,
        names.map((each) => `--${each}`),
      );
    if (flags[name] === "switch") {
      if (token.value !== undefined)
        throw new UsageError(`Cannot use --${name}=${token.value}: --${name} takes no value`);
      switches.add(name);
    } else if (token.value === undefined || token.value === "") {
      throw new UsageError(`Cannot use --${name}: its value is missing, must be --${name} <value>`);
    } else texts[name] = token.value;
  }
  return { words, texts, switches };
}

/** The items of a list like "node,deno". @throws {UsageError} if one is not among `known` */
export function listOf<Item extends string>(what: string, text: string, known: readonly Item[]): Item[] {
  const items = text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  if (items.length === 0) throw new UsageError(`Cannot use ${what} "${text}": the list is empty`);
  return [...new Set(items)].map((item) => {
    const found = known.find((each) => each === item);
    if (found === undefined) throw unknownName(what, item, known);
    return found;
  });
}
