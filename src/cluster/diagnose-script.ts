// Why a web worker's script did not come up. The browser says next to nothing, so the script is looked at from here.
import type { StartedWorker } from "./platform.ts";

export async function diagnoseScript(url: string, reason: Error): ReturnType<StartedWorker["diagnose"]> {
  if (/SyntaxError/.test(reason.message)) return { phase: "parse", advice: "must be valid JavaScript" };
  if (!/^https?:/.test(url)) return { phase: "boot", advice: "must run without an error and call serve()" };
  try {
    const response = await fetch(url, { method: "HEAD" });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok)
      return {
        phase: "fetch",
        advice: `the server answers ${response.status}; the worker's file must be beside the bundle (copy it, use weftwork/inline, or pass \`worker\`)`,
      };
    if (!/javascript/.test(type))
      return { phase: "fetch", advice: `the server sends it as "${type}", must be JavaScript` };
  } catch (error) {
    return { phase: "fetch", advice: `it cannot be fetched (${String(error)})` };
  }
  return {
    phase: "boot",
    advice:
      "the file is there; one of its imports may be missing, it may throw, or a Content-Security-Policy may forbid it (worker-src, script-src)",
  };
}
