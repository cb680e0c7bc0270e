// Bare workers: each has its rows as typed arrays and runs one plain loop over them. What two gain over one is what the
// machine gives in this run.
import type { Flights } from "./flights.ts";

export interface BareWorker {
  send(message: unknown): void;
  /** Calls back with the next message. */
  next(): Promise<unknown>;
  end(): void;
}

/** The text of the worker: it keeps the rows it is sent, and answers "go" with the sum of all means. */
export const BARE_SOURCE = `
let rows;
const onMessage = (message) => {
  if (message !== "go") { rows = message; return "ready"; }
  const { dates, delays, origins, names } = rows;
  const sums = new Float64Array(names * 24);
  const counts = new Float64Array(names * 24);
  for (let i = 0; i < dates.length; i++) {
    const at = origins[i] * 24 + (Math.floor(dates[i] / 3600000) % 24);
    sums[at] += delays[i];
    counts[at]++;
  }
  let sum = 0;
  for (let at = 0; at < sums.length; at++) if (counts[at] > 0) sum += sums[at] / counts[at];
  return sum;
};
`;

/** Milliseconds that a group by takes on so many workers, all of the rows between them; often enough to see it. */
export async function bareLoop(
  { flights }: Flights,
  workers: readonly BareWorker[],
): Promise<{ run(): Promise<number>; end(): void }> {
  const { date, delay, origin } = flights.columns;
  const count = workers.length;
  await Promise.all(
    workers.map((worker, i) => {
      const [from, to] = [Math.floor((flights.rows * i) / count), Math.floor((flights.rows * (i + 1)) / count)];
      const cut = (values: ArrayLike<unknown> | undefined) => (values as Float64Array).slice(from, to);
      const names = origin?.dictionary?.length ?? 0;
      worker.send({ dates: cut(date?.values), delays: cut(delay?.values), origins: cut(origin?.values), names });
      return worker.next();
    }),
  );
  return {
    async run() {
      const start = performance.now();
      for (let i = 0; i < LOOPS; i++) {
        const answers = workers.map((worker) => worker.next());
        for (const worker of workers) worker.send("go");
        await Promise.all(answers);
      }
      return (performance.now() - start) / LOOPS;
    },
    end() {
      for (const worker of workers) worker.end();
    },
  };
}

const LOOPS = 5;
