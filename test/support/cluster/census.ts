// What can be left of clusters, counted in each runtime by its own means.
import type { ClusterHost } from "./host.ts";

export interface Census {
  /** Databases, folders of the origin's and of the temporary file system, and locks, by name. */
  readonly scratch: readonly string[];
  /** What keeps the process alive, by kind; Deno's runner counts for itself, browsers do not tell. */
  readonly handles: Readonly<Record<string, number>>;
}

/** The part of `process` that Node and Deno have. */
interface Process {
  readonly env: Record<string, string | undefined>;
  getActiveResourcesInfo(): readonly string[];
  getBuiltinModule(name: string): unknown;
}
interface Files {
  mkdtempSync(prefix: string): string;
  readdirSync(path: string): readonly string[];
  rmSync(path: string, options: { readonly recursive: boolean }): void;
}

const { process } = globalThis as { readonly process?: Process };

export async function takeCensus({ runtime }: ClusterHost): Promise<Census> {
  const scratch = runtime === "browser" ? await findScratch() : findFolders();
  return { scratch, handles: runtime === "node" ? countHandles() : {} };
}

/** What is there now and was not before. */
export function newIn(now: Census, before: Census): readonly string[] {
  const handles = Object.entries(now.handles).filter(([kind, count]) => count > (before.handles[kind] ?? 0));
  return [
    ...now.scratch.filter((name) => !before.scratch.includes(name)),
    ...handles.map(([kind, count]) => `${count} ${kind}, not ${before.handles[kind] ?? 0}`),
  ];
}

/** Runs `body` with a temporary folder of its own, where the runtime has one: other processes use the common one too. */
export async function withTemporaryFolder({ runtime }: ClusterHost, body: () => Promise<void>): Promise<void> {
  if (process === undefined || (runtime !== "node" && runtime !== "deno")) return body();
  const files = process.getBuiltinModule("node:fs") as Files;
  const before = process.env.TMPDIR;
  const folder = files.mkdtempSync(`${before ?? "/tmp"}/weftwork-test-`);
  process.env.TMPDIR = folder;
  try {
    await body();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    files.rmSync(folder, { recursive: true });
  }
}

/** What the clusters of this origin have stored and claimed. */
export async function findScratch(): Promise<string[]> {
  const names: string[] = [];
  for (const { name = "" } of await indexedDB.databases()) names.push(`database ${name}`);
  const root = (await navigator.storage.getDirectory()) as unknown as { keys(): AsyncIterable<string> };
  for await (const name of root.keys()) names.push(`folder ${name}`);
  const { held = [], pending = [] } = await navigator.locks.query();
  for (const { name = "" } of [...held, ...pending]) names.push(`lock ${name}`);
  return names.filter((name) => / weftwork-/.test(name));
}

function findFolders(): readonly string[] {
  const files = process?.getBuiltinModule("node:fs") as Files | undefined;
  const folder = process?.env.TMPDIR;
  if (files === undefined || folder === undefined) return [];
  return files.readdirSync(folder).filter((name) => name.startsWith("weftwork-"));
}

function countHandles(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process?.getActiveResourcesInfo() ?? []) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
