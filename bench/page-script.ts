// The scripts of a bench's page, each bundled into one file.
import type { BuildOptions } from "esbuild";
import { build } from "esbuild";
import { withoutTexts } from "./without-texts.ts";

/** The text of a script of bench/, for a browser. */
export async function bundlePageScript(source: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL(source, import.meta.url).pathname],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["browser"],
    logLevel: "error",
    ...options,
    plugins: [...(options.plugins ?? []), withoutTexts],
  });
  return outputFiles?.[0]?.text ?? "";
}
