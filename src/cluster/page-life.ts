// The life of a page as its clusters live it. Left for good: they end with it, at once. Left and kept (for the back
// button), or frozen in the background: workers stay, and let go of what would keep the page from that; back again, they
// go on, or it is found what is lost. No worker hears any of this by itself. Loaded in pages only.
import { EngineError } from "../base/errors.ts";
import type { ClusterEngine } from "./cluster-engine.ts";
import type { Choices } from "./options.ts";

/** Most threads of workers that one page may have; browsers end pages that have many more. */
const MOST_THREADS = 128;
/** Threads of several clusters from which on a page is warned, if that is also many for its cores. */
const MANY_THREADS = 16;

/** Clusters of this page that are open or being opened, with the threads of their workers. */
const open = new Map<object, number>();
let hasWarned = false;

/** Takes a new cluster in. @throws {RangeError} when they would be too many for one page */
export function admitThreads(cluster: object, { workers, cores: each }: Pick<Choices, "workers" | "cores">): void {
  const threads = workers * (each > 1 ? each + 1 : 1);
  const total = [...open.values()].reduce((sum, count) => sum + count, threads);
  if (total > MOST_THREADS)
    throw new RangeError(
      `Cannot start workers: this page would have ${total} worker threads, must be at most ${MOST_THREADS}; close clusters, or share one (Cluster.shared)`,
    );
  open.set(cluster, threads);
  const cores = navigator.hardwareConcurrency || 4;
  if (hasWarned || open.size < 2 || total <= Math.max(MANY_THREADS, 4 * cores)) return;
  hasWarned = true;
  console.warn(
    `weftwork: ${open.size} clusters are open in this page, with ${total} worker threads for ${cores} cores; close those that are done, or share one (Cluster.shared)`,
  );
}

/** The cluster did not come to be. */
export const dismissThreads = (cluster: object): void => void open.delete(cluster);

/** Has an engine live with the page, until it ends. */
export function watchPage(engine: ClusterEngine): void {
  const ending = new AbortController();
  const { signal } = ending;
  let leftAt: number | undefined;
  const leave = (): void => {
    leftAt ??= performance.now();
    engine.pageHidden();
  };
  const comeBack = (): void => {
    if (leftAt === undefined) return;
    engine.pageRestored(performance.now() - leftAt);
    leftAt = undefined;
  };
  const onPageHide = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) return leave();
    engine.close(new EngineError("closed", "Cannot finish: its page was left", { cluster: engine.name }));
  };
  addEventListener("pagehide", onPageHide, { signal });
  addEventListener("pageshow", comeBack, { signal });
  document.addEventListener("freeze", leave, { signal });
  document.addEventListener("resume", comeBack, { signal });
  engine.events.subscribe(({ kind }) => {
    if (kind !== "closed") return;
    ending.abort();
    open.delete(engine);
  });
}
