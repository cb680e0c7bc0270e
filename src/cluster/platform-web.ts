// Browsers, Deno and everything else with the web's Worker, or with none at all.
import { messageChannel, openMessagePort, workerPort } from "../transport/message-port.ts";
import { startTrusted } from "../transport/trusted-script-port.ts";
import { startBlobWorker } from "./blob-worker.ts";
import type { DeviceMemory } from "./memory-limit.ts";
import type { Platform, StartedWorker, WorkerSource } from "./platform.ts";

interface Host {
  readonly Deno?: { systemMemoryInfo?(): { readonly total: number } };
  readonly document?: Document;
  readonly navigator?: {
    readonly hardwareConcurrency?: number;
    /** In GiB, rounded, at most 8 or 32. */
    readonly deviceMemory?: number;
    readonly userAgent?: string;
    readonly userAgentData?: { readonly mobile?: boolean };
  };
  readonly indexedDB?: unknown;
  readonly location?: { readonly href: string; readonly origin: string };
}
const host = globalThis as Host;
const HERE: string = import.meta.url;

export const platform: Platform = {
  runtime:
    host.Deno !== undefined ? "deno" : host.document !== undefined || host.location !== undefined ? "browser" : "other",
  isPage: host.document !== undefined,
  cores: host.navigator?.hardwareConcurrency,
  hasWorkers: typeof Worker !== "undefined",
  spill: host.Deno !== undefined ? "files" : host.indexedDB === undefined ? "none" : "indexeddb",
  memory,
  startWorker,
  channel: messageChannel,
  openPort: openMessagePort,
};

function memory(): DeviceMemory {
  const { navigator, Deno } = host;
  const isMobile = navigator?.userAgentData?.mobile ?? /Android|iPhone|iPad|Mobile/.test(navigator?.userAgent ?? "");
  const bytes = navigator?.deviceMemory === undefined ? denoMemory(Deno) : navigator.deviceMemory * 2 ** 30;
  return { bytes, isMobile, isPage: Deno === undefined };
}

/** Deno tells only with permission. */
function denoMemory(deno: Host["Deno"]): number | undefined {
  try {
    return deno?.systemMemoryInfo?.().total;
  } catch {
    return undefined;
  }
}

function startWorker(source: WorkerSource | undefined, name: string): StartedWorker {
  if (typeof source === "function") {
    const worker = source();
    if (!(worker instanceof Worker))
      throw new TypeError("Cannot start a worker: `worker` returned something else, must return a Worker");
    return started(worker, "the worker that `worker` returned");
  }
  const url = source === undefined ? new URL("./worker.js", HERE) : new URL(source, host.location?.href);
  if (isForeign(url)) return started(foreignWorker(url, name), url.href);
  if (source !== undefined)
    return started(
      startTrusted(() => new Worker(url, { type: "module", name })),
      url.href,
    );
  // Bundlers look for exactly this form, and emit the worker for each place where it stands.
  const start = (): Worker => new Worker(new URL("./worker.js", import.meta.url), { type: "module", name });
  return started(startTrusted(start), url.href);
}

function isForeign({ protocol, origin }: URL): boolean {
  return host.location !== undefined && protocol.startsWith("http") && origin !== host.location.origin;
}

/** A script of another origin cannot be a worker's; a blob that imports it can (the other side must allow it by CORS). */
function foreignWorker(url: URL, name: string): Worker {
  return startBlobWorker(`import ${JSON.stringify(url.href)};`, name);
}

function started(worker: Worker, url: string): StartedWorker {
  const port = workerPort(worker);
  const policy = watchPolicy(worker);
  return {
    port: {
      ...port,
      close() {
        policy.stopWatching();
        port.close();
      },
    },
    url,
    diagnose: async (reason) => (await import("./diagnose-script.ts")).diagnoseScript(url, reason, policy.blockedBy()),
  };
}

/** Learns by which directive of its Content-Security-Policy the page refuses a worker, until this one has said something. */
function watchPolicy(worker: Worker): { blockedBy(): string | undefined; stopWatching(): void } {
  const { document } = host;
  let directive: string | undefined;
  const note = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective === "worker-src") directive = effectiveDirective;
  };
  document?.addEventListener("securitypolicyviolation", note);
  const stopWatching = (): void => document?.removeEventListener("securitypolicyviolation", note);
  worker.addEventListener("message", stopWatching, { once: true });
  return { blockedBy: () => directive, stopWatching };
}
