// Who did what when: workers write a line per task, the page reads along. Beside the engine, so that it is no part of
// what is measured: a line is one small message after the task has ended.

/** One task, as the worker that ran it saw it. Times are milliseconds since 1970, alike in all threads of a page. */
export interface Span {
  readonly worker: number;
  readonly task: string;
  readonly start: number;
  readonly end: number;
}

export const clock = (): number => performance.timeOrigin + performance.now();

/** The name of worker number `worker` of a run; it tells the worker where to write. */
export const workerName = (run: string, worker: number): string => `${run} ${worker}`;

/** How the worker with that name writes. */
export function journalOf(name: string): (task: string, start: number) => void {
  const [run = "", worker] = name.split(" ");
  const channel = new BroadcastChannel(run);
  return (task, start) => channel.postMessage({ worker: Number(worker), task, start, end: clock() } satisfies Span);
}

/** Reads what the workers of a run write; returns how to stop. */
export function readJournal(run: string, onSpan: (span: Span) => void): () => void {
  const channel = new BroadcastChannel(run);
  channel.onmessage = ({ data }: MessageEvent<Span>) => onSpan(data);
  return () => channel.close();
}

/** The same tasks, which write a line whenever they end. */
export function timed(
  tasks: Readonly<Record<string, unknown>>,
  write: (task: string, start: number) => void,
): Record<string, unknown> {
  const withTime = (name: string, task: (...args: unknown[]) => unknown) => {
    return (...args: unknown[]): unknown => {
      const start = clock();
      const done = (): void => write(name, start);
      let result: unknown;
      try {
        result = task(...args);
      } finally {
        if (!(result instanceof Promise)) done();
      }
      return result instanceof Promise ? result.finally(done) : result;
    };
  };
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, withTime(name, task as (...args: unknown[]) => unknown)]),
  );
}
