// Futures in the order in which they end.
import type { Client } from "./client.ts";
import type { Future } from "./future.ts";

/** Yields each future once it has a result, has failed or was released; never waits for all. */
export async function* asCompleted<T>(client: Client, futures: Iterable<Future<T>>): AsyncGenerator<Future<T>, void> {
  const done: Future<T>[] = [];
  let wake = (): void => {};
  const all = [...futures];
  const stops = all.map((future) =>
    client.watch(future, () => {
      done.push(future);
      wake();
    }),
  );
  try {
    for (let left = all.length; left > 0; left--) {
      if (done.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      yield done.shift() as Future<T>;
    }
  } finally {
    for (const stop of stops) stop();
  }
}
