// An app of test/fixtures/apps, bundled by esbuild alone and served as plain files.
import { copyFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { BuildOptions, Metafile } from "esbuild";
import { build } from "esbuild";
import type { FileServer } from "./file-server.ts";
import { serveFolder } from "./file-server.ts";
import { installApp } from "./packed-package.ts";

/** What `esbuild --platform=browser --bundle --format=esm` does, with nothing external. */
export const plainBundle: BuildOptions = {
  ...{ bundle: true, platform: "browser", format: "esm" },
  ...{ logLevel: "error", metafile: true },
};

/** Installs an app and bundles its scripts: each entry is [source, name of the bundle]. */
export async function bundleApp(
  app: string,
  scripts: readonly (readonly [string, string])[],
): Promise<{ readonly folder: string; readonly metafile: Metafile }> {
  const folder = await installApp(app);
  const entryPoints = scripts.map(([script, out]) => ({ in: join(folder, script), out }));
  const { metafile } = await build({ ...plainBundle, entryPoints, outdir: folder, absWorkingDir: folder });
  if (metafile === undefined) throw new Error("esbuild left no metafile");
  return { folder, metafile };
}

/** Puts the package's scripts for threads of a kind ("worker", "server") beside the bundles, with their parts. */
export async function copyScripts(folder: string, ...kinds: readonly string[]): Promise<void> {
  const dist = join(folder, "node_modules/weftwork/dist");
  const wanted = (name: string): boolean => kinds.some((kind) => name === `${kind}.js` || name.startsWith(`${kind}-`));
  const names = (await readdir(dist)).filter((name) => wanted(name) && /(?<!\.node)\.js$/.test(name));
  await Promise.all(names.map((name) => copyFile(join(dist, name), join(folder, name))));
}

export async function served(
  folder: string,
  headers: Readonly<Record<string, string>>,
  check: (server: FileServer) => Promise<void>,
): Promise<void> {
  const server = await serveFolder(folder, headers);
  try {
    await check(server);
  } finally {
    await server.close();
  }
}
