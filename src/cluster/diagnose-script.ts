// Why a web worker's script did not come up. The browser says next to nothing, so the script is looked at from here.
import type { StartedWorker } from "./platform.ts";

/** @param blocked the directive of a Content-Security-Policy by which the page has refused it, if it has */
export async function diagnoseScript(
  url: string,
  reason: Error,
  blocked: string | undefined,
): ReturnType<StartedWorker["diagnose"]> {
  if (blocked !== undefined) {
    const wanted = /^https?:/.test(url) ? new URL(url).origin : "blob:";
    const cure = isForeign(url) ? `blob: and ${wanted}` : wanted === "blob:" ? wanted : "'self'";
    const advice = `the page's Content-Security-Policy forbids it by ${blocked}, must allow ${cure} for workers (worker-src ${cure})`;
    return { phase: "fetch", advice };
  }
  if (reason.message.includes(`Module not found "${url}"`)) return { phase: "fetch", advice: "there is no such file" }; // Deno
  if (/SyntaxError/.test(reason.message)) return { phase: "parse", advice: "must be valid JavaScript" };
  if (!/^https?:/.test(url)) {
    const advice =
      "must run without an error and call serve(); where there is a Content-Security-Policy, worker-src must allow it (blob: for weftwork/inline)";
    return { phase: "boot", advice };
  }
  try {
    const response = await fetch(url);
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok)
      return {
        phase: "fetch",
        advice: `the server answers ${response.status}; the worker's file must be beside the bundle (copy it, use weftwork/inline, or pass \`worker\`)`,
      };
    if (!/javascript/.test(type))
      return { phase: "fetch", advice: `the server sends it as "${type}", must be JavaScript` };
    const syntaxError = await findSyntaxError(await response.text());
    if (syntaxError !== undefined) return { phase: "parse", advice: `must be valid JavaScript: ${syntaxError}` };
  } catch (error) {
    const cure = isForeign(url) ? "; its server must allow this page by CORS (Access-Control-Allow-Origin)" : "";
    return { phase: "fetch", advice: `it cannot be fetched (${String(error)})${cure}` };
  }
  return {
    phase: "boot",
    advice:
      "the file is there; one of its imports may be missing, it may throw, or a Content-Security-Policy may forbid it (worker-src, script-src)",
  };
}

/**
 * A browser does not say that a worker's script cannot be parsed; of a module that a page imports it does. The script is
 * not run: what it imports first throws.
 */
async function findSyntaxError(source: string): Promise<string | undefined> {
  const text = `import "data:text/javascript,throw 0";${source}`;
  const blob = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    await import(/* @vite-ignore */ /* webpackIgnore: true */ blob);
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
  } finally {
    URL.revokeObjectURL(blob);
  }
  return undefined;
}

function isForeign(url: string): boolean {
  const { location } = globalThis as { readonly location?: { readonly origin: string } };
  if (!/^https?:/.test(url)) return false;
  return location !== undefined && new URL(url).origin !== location.origin;
}
