// What a page's thread goes through: tasks of the browser's that took over 50 ms, and the gaps between frames.

export interface Watched {
  /** Times that the action was done, and milliseconds that all took. */
  readonly times: number;
  readonly duration: number;
  /** Durations in milliseconds. */
  readonly longTasks: readonly number[];
  readonly frameGaps: readonly number[];
}

export async function watch(action: () => Promise<number>): Promise<Watched> {
  const longTasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  });
  observer.observe({ type: "longtask" });
  const frameGaps: number[] = [];
  let last: number | undefined;
  let frame = requestAnimationFrame(function onFrame() {
    const now = performance.now();
    if (last !== undefined) frameGaps.push(now - last);
    last = now;
    frame = requestAnimationFrame(onFrame);
  });
  const start = performance.now();
  const times = await action();
  const duration = performance.now() - start;
  cancelAnimationFrame(frame);
  await new Promise((resolve) => setTimeout(resolve, 200)); // entries come late
  for (const entry of observer.takeRecords()) longTasks.push(entry.duration);
  observer.disconnect();
  return { times, duration, longTasks, frameGaps };
}
