// Waits for futures without asking for their results.
import type { Future } from "./future.ts";

/** Resolves when every future has a result, has failed or was released; `watch` calls back when one has. */
export async function allEnded(
  futures: readonly Future[],
  watch: (future: Future, settled: () => void) => unknown,
): Promise<void> {
  for (const future of futures) {
    if (future.status === "pending") await new Promise<void>((resolve) => void watch(future, resolve));
  }
}
