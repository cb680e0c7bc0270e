// Nothing that a store waits for may take for ever. The timer is gone when the wait is.
import { waitAwake } from "../base/patience-port.ts";

/**
 * What `work` settles with, or after `milliseconds` of waiting a rejection with `reason()`. What it resolves with later goes to
 * `late`; a late rejection is dropped.
 */
export function withDeadline<T>(
  work: Promise<T>,
  milliseconds: number,
  { reason, late }: { readonly reason: () => Error; readonly late?: (value: T) => void },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const stopWaiting = waitAwake(milliseconds, () => {
      isOver = true;
      reject(reason());
    });
    work.then(
      (value) => {
        stopWaiting();
        if (isOver) late?.(value);
        else resolve(value);
      },
      (error) => {
        stopWaiting();
        reject(error);
      },
    );
  });
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}

/** Tries again, a little later each time, until `attempt` does not throw or `milliseconds` have passed. */
export async function retrying<T>(attempt: () => Promise<T>, milliseconds: number): Promise<T> {
  const end = performance.now() + milliseconds;
  for (let pause = 10; ; pause *= 2) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() + pause > end) throw error;
    }
    await sleep(pause);
  }
}
