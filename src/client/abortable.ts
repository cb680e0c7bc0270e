// What can be aborted, in any runtime. However many wait for a signal, it has one listener of ours, and none when nobody
// waits any more.

/** The part of an AbortSignal that waiting needs. */
export interface Abortable {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

interface Listening {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const listening = new WeakMap<Abortable, Listening>();

/** Calls back when the signal is aborted, at once if it is; returns how to stop listening. */
export function onAbort(signal: Abortable, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => {};
  }
  const own = (): void => callback(); // the same callback may be given twice
  const found = listening.get(signal) ?? listen(signal);
  found.callbacks.add(own);
  return () => {
    if (found.callbacks.delete(own) && found.callbacks.size === 0) end(signal, found);
  };
}

function listen(signal: Abortable): Listening {
  const callbacks = new Set<() => void>();
  const found: Listening = {
    callbacks,
    listener: () => {
      end(signal, found);
      const due = [...callbacks];
      callbacks.clear();
      for (const callback of due) callback();
    },
  };
  signal.addEventListener("abort", found.listener);
  listening.set(signal, found);
  return found;
}

function end(signal: Abortable, { listener }: Listening): void {
  listening.delete(signal);
  signal.removeEventListener("abort", listener);
}
