// How parts name the functions that workers call: exports of two modules that lie beside this one in the package, and
// kernels applied to functions of the user. Nothing is evaluated, so a strict Content-Security-Policy holds.
import type { AppliedFunction, ModuleFunction, TaskFunction } from "../../graph/task-graph.ts";

const urls = { kernels: "", io: "" };
const known = new Map<string, ModuleFunction>();

/** Where workers import the kernels from, for bundlers that do not follow `new URL(..., import.meta.url)`; absolute. Only graphs that are drawn later hear of it. */
export function setKernelUrls({ kernels, io }: { readonly kernels?: string | URL; readonly io?: string | URL }): void {
  if (kernels !== undefined) urls.kernels = new URL(kernels).href;
  if (io !== undefined) urls.io = new URL(io).href;
  known.clear();
}

/** An export of `src/collections/kernels.ts`. */
export function kernel(name: string): ModuleFunction {
  urls.kernels ||= new URL("./collections-kernels.js", import.meta.url).href;
  return exportOf(urls.kernels, name);
}

/** An export of `src/collections/io-kernels.ts`. */
export function ioKernel(name: string): ModuleFunction {
  urls.io ||= new URL("./collections-io.js", import.meta.url).href;
  return exportOf(urls.io, name);
}

function exportOf(url: string, name: string): ModuleFunction {
  const key = `${url} ${name}`;
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = { kind: "module", url, name }));
  return found;
}

/** `(...args) => to(...functions, ...args)`; one object serves all parts of an operation. */
export function applied(to: TaskFunction, functions: readonly TaskFunction[]): AppliedFunction {
  return { kind: "applied", to, functions };
}
