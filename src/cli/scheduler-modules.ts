// Schedulers that users bring as files: made into something that Node, Deno or a page can import.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SchedulerChoice } from "../lab/experiments/job.ts";
import type { ChosenScheduler } from "./experiment-choices.ts";
import { thisRuntime } from "./lab-library.ts";
import { UsageError } from "./usage-error.ts";

/** What is used of esbuild, if the user has it. */
interface Bundler {
  build(options: object): Promise<{ readonly outputFiles: readonly { readonly text: string }[] }>;
}

export class SchedulerModules {
  readonly #chosen: readonly ChosenScheduler[] | undefined;
  readonly #made: string[] = [];

  constructor(chosen: readonly ChosenScheduler[] | undefined) {
    for (const { file } of chosen ?? []) {
      if (file !== undefined && !existsSync(file))
        throw new UsageError(`Cannot use the scheduler ${file}: there is no such file`);
    }
    this.#chosen = chosen;
  }

  /** As another command is told on its command line. */
  get flag(): readonly string[] {
    return this.#chosen === undefined
      ? []
      : ["--scheduler", this.#chosen.map(({ name, file }) => file ?? name).join(",")];
  }

  /** For `import` here; undefined: the experiment's own. @throws {UsageError} if Node cannot read it */
  async forThisRuntime(): Promise<readonly SchedulerChoice[] | undefined> {
    return this.#chosen && Promise.all(this.#chosen.map((each) => this.#importable(each)));
  }

  /** For a page: by name, or with the text of a module that imports nothing. */
  async forPage(): Promise<readonly { readonly name: string; readonly text?: string }[] | undefined> {
    return (
      this.#chosen &&
      Promise.all(
        this.#chosen.map(async ({ name, file }) => {
          if (file === undefined) return { name };
          const { outputFiles } = await findBundler(file).build({
            ...optionsFor(file),
            platform: "browser",
            write: false,
          });
          return { name, text: outputFiles[0]?.text ?? "" };
        }),
      )
    );
  }

  /** Removes files that were made on the way. */
  async remove(): Promise<void> {
    await Promise.all(this.#made.splice(0).map((path) => rm(path, { force: true })));
  }

  async #importable({ name, file }: ChosenScheduler): Promise<SchedulerChoice> {
    if (file === undefined) return { name };
    if (thisRuntime === "deno" || !/\.[mc]?ts$/.test(file) || readsTypeScript())
      return { name, url: pathToFileURL(file).href };
    // Beside the source, so that what it imports is found.
    const made = join(dirname(file), `.weft-${name}-${process.pid}.mjs`);
    this.#made.push(made);
    await findBundler(file).build({ ...optionsFor(file), platform: "node", packages: "external", outfile: made });
    return { name, url: pathToFileURL(made).href };
  }
}

const optionsFor = (file: string): object => ({
  ...{ entryPoints: [file], bundle: true, format: "esm", target: "es2022", logLevel: "silent" },
});

/** Newer versions of Node leave types out themselves. */
const readsTypeScript = (): boolean =>
  Boolean((process.features as { readonly typescript?: string | false }).typescript ?? false);

/** The esbuild that is installed where the scheduler is, or where the command was started. */
function findBundler(file: string): Bundler {
  for (const place of [file, join(process.cwd(), "package.json"), import.meta.url]) {
    try {
      return createRequire(place)("esbuild") as Bundler;
    } catch {
      // looked for elsewhere
    }
  }
  throw new UsageError(
    `Cannot read ${file} here: esbuild must be installed for that (npm install esbuild), or the scheduler must be a .js or .mjs file, or run in Deno`,
  );
}
