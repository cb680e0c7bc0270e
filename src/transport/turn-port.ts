// How long work on a shared thread gives way to everything else. Never by timers, which hidden pages clamp to a second,
// and never by `scheduler.yield`, whose continuations outrank worker messages.

interface PageScheduler {
  postTask(callback: () => void, options: { readonly priority: "background" | "user-visible" }): Promise<void>;
}

const host = globalThis as typeof globalThis & {
  readonly scheduler?: Partial<PageScheduler>;
  readonly setImmediate?: (callback: () => void) => void;
  readonly Deno?: { unrefTimer(timer: number): void };
};

/** Runs `callback` after messages, input and frames that are due have had their turn. */
export const defer: (callback: () => void) => void = chooseDefer();

/**
 * Calls back after so many milliseconds, or later: for limits, never for turns. Returns how to stop that. What only waits
 * keeps no process alive.
 */
export function wait(milliseconds: number, callback: () => void): () => void {
  const timer: unknown = setTimeout(callback, milliseconds);
  if (typeof timer === "object" && timer !== null && "unref" in timer) (timer as { unref(): void }).unref();
  else host.Deno?.unrefTimer(timer as number);
  return () => clearTimeout(timer as number);
}

/** Milliseconds on a clock that never goes back. */
export const now = (): number => performance.now();

function chooseDefer(): (callback: () => void) => void {
  const pageScheduler = host.scheduler;
  if (pageScheduler?.postTask !== undefined) {
    return (callback) => void pageScheduler.postTask?.(callback, { priority: "background" }).catch(throwLater);
  }
  const immediate = host.setImmediate;
  if (immediate !== undefined) return (callback) => void immediate(callback);
  if (typeof MessageChannel === "undefined") return (callback) => void setTimeout(callback, 0);
  return deferByMessages();
}

function deferByMessages(): (callback: () => void) => void {
  const due: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => due.shift()?.();
  return (callback) => {
    due.push(callback);
    port2.postMessage(null);
  };
}

/** Throws where nothing swallows it: whoever hears of errors that nobody caught hears of this one. */
export function throwLater(error: unknown): void {
  setTimeout(() => {
    throw error;
  }, 0);
}
