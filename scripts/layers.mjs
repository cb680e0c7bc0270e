/**
 * The rank table: what each folder of `src` may import. A folder imports only from rows above its own, and of those
 * only what its row names: `name` freely, `name (types)` by `import type`, `name (lazy)` by `import()` or `import type`.
 * This is the whole of the rule and no code: `check-layers.mjs` reads it.
 */

const UP_TO_CLIENT = [
  ...["base", "graph", "codec", "scheduler", "protocol"],
  ...["storage", "transport", "reactor", "worker", "client"],
];

/** @type {Readonly<Record<string, readonly string[]>>} */
export const LAYERS = {
  base: [],
  graph: ["base"],
  codec: ["base"],
  scheduler: ["base", "graph"],
  protocol: ["base", "graph", "codec"],
  storage: ["base", "codec"],
  transport: ["base", "protocol"],
  reactor: ["base", "graph", "codec", "scheduler", "protocol", "transport (types)"],
  worker: ["base", "graph", "protocol", "codec", "storage", "transport"],
  client: ["base", "graph", "protocol", "codec", "transport (types)"],
  trace: ["base"],
  dask: ["base", "graph", "protocol", "codec", "storage", "transport", "worker"],
  cluster: [...UP_TO_CLIENT, "trace", "dask (lazy)"],
  collections: ["base", "graph", "codec", "client"],
  lab: [...UP_TO_CLIENT, "trace", "dask", "cluster", "collections"],
  dashboard: ["trace", "lab (types)", "client (types)"],
  cli: ["base", "lab", "cluster", "dask"],
};

/** The folders whose files, effects files apart, must be free of host globals. */
export const PURE_LAYERS = new Set(UP_TO_CLIENT);

/** Files in the pure folders that may touch the host. */
export const EFFECTS_FILE = /(^|\/)(driver|entry|[a-z0-9-]+-entry|[a-z0-9-]+-port|[a-z0-9-]+-store)\.ts$/;

/** Files that may import `node:` modules. */
export const NODE_FILE = /(^|\/)([a-z0-9-]+-port|[a-z0-9-]+-store|platform-node)\.ts$|^src\/cli\//;

/**
 * The first line catches what `lib: ES2023` itself offers, the rest what a cast or a `declare` could bring back.
 * A `Date` as a value is no clock: only `Date.now()`, `Date()` and `new Date()` read one.
 */
export const HOST_GLOBALS = new Set(
  `Date.now Date() Math.random
  performance setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate queueMicrotask
  requestAnimationFrame requestIdleCallback scheduler MessageChannel MessagePort BroadcastChannel Worker SharedWorker
  postMessage structuredClone console crypto navigator fetch XMLHttpRequest WebSocket EventSource indexedDB localStorage
  sessionStorage caches process globalThis self window document location Deno Bun Buffer require importScripts
  addEventListener`.split(/\s+/),
);

/** Packages that the build puts into `dist`, so that who installs weftwork does not need them. */
export const BUNDLED = new Set([
  ...["idb", "comlink", "@msgpack/msgpack", "uplot"],
  ...["papaparse", "hyparquet", "hyparquet-compressors", "hyparquet-writer", "@uwdata/flechette"],
]);

/** Words that say nothing about what a file holds. */
export const BANNED_NAMES = new Set(["util", "utils", "helper", "helpers", "manager", "common", "misc"]);

export const LONGEST_FILE = 400;
