// The package as users get it: packed once, then unpacked by npm into projects in a temporary folder.
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const run = promisify(execFile);

let tarball: Promise<string> | undefined;
const folders: string[] = [];

/** Copies an app of test/fixtures/apps into a folder of its own and installs the packed package there. */
export async function installApp(name: string): Promise<string> {
  tarball ??= pack();
  const folder = await makeFolder();
  await cp(join(root, "test/fixtures/apps", name), folder, { recursive: true });
  await writeFile(join(folder, "package.json"), `{ "name": "${name}", "private": true, "type": "module" }\n`);
  const quiet = ["--offline", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["install", ...quiet, await tarball], { cwd: folder });
  return folder;
}

/** To be called when all tests are over. */
export async function removeApps(): Promise<void> {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  tarball = undefined;
}

/** The first TypeScript of the README: what people try first. */
export async function readQuickStart(): Promise<string> {
  const code = /```ts\n([\s\S]*?)```/.exec(await readFile(join(root, "README.md"), "utf8"))?.[1];
  if (code === undefined) throw new Error("Cannot find the quick start: README.md has no ```ts block");
  return code;
}

async function pack(): Promise<string> {
  const folder = await makeFolder();
  const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], {
    cwd: root,
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(folder, filename);
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "weftwork-e2e-"));
  folders.push(folder);
  return folder;
}
