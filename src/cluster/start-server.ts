// Starts a thread that runs the package's server script: a server, or a scheduler alone.
import { startTrusted } from "../transport/trusted-script-port.ts";
import type { Boot } from "./boot.ts";
import type { Platform, StartedWorker } from "./platform.ts";

const HERE: string = import.meta.url;

/** What `bootThread` is to be called with for such a thread. */
export function serverBoot(
  platform: Platform,
  { name, hello, timeout }: Pick<Boot, "name" | "hello" | "timeout">,
  start = (): StartedWorker => startServer(platform, name),
): readonly [start: () => StartedWorker, boot: Boot] {
  const mustServe = "it must be the server script of this version of weftwork";
  const { signal } = new AbortController();
  return [start, { name, hello, timeout, signal, mustServe, whenSilent: "it is busy with something else" }];
}

function startServer(platform: Platform, name: string): StartedWorker {
  const label = `weftwork ${name}`;
  if (platform.runtime === "node") return platform.startWorker(new URL("./server.node.js", HERE), label);
  const { location } = globalThis as { readonly location?: { readonly origin: string } };
  const url = new URL("./server.js", HERE);
  const isForeign = location !== undefined && url.protocol.startsWith("http") && url.origin !== location.origin;
  if (isForeign || platform.runtime === "deno") return platform.startWorker(url, label);
  // Bundlers look for exactly this form, and emit the script where it stands.
  const script = (): Worker => new Worker(new URL("./server.js", import.meta.url), { type: "module", name: label });
  return { ...platform.startWorker(() => startTrusted(script), label), url: url.href };
}
