// How fast two routes between the same two workers are: round trips of one buffer, which moves to and fro. Both sides.
import type { ProbeOrder, ProbeReport } from "../protocol/peer.ts";
import type { Port } from "./port.ts";

/** Small enough to be there at once, and large enough to show where a route copies. */
const BYTES = 64 * 1024;
/** Round trips per sample: clocks of pages that are not isolated tick in whole milliseconds. */
const TRIPS = 4;
const SAMPLES = 3;
/** Milliseconds after which what has not come back is taken for lost. */
const LIMIT = 100;
/** A route that is this many times slower than the other is not measured again. */
const HOPELESS = 5;

/** Milliseconds per round trip: the least of a few samples, infinite where none came to its end. */
export interface RouteTimes {
  readonly ports: number;
  readonly page: number;
}

interface Ends {
  readonly ports: Port;
  readonly page: Port;
}

/** Does what the order says with this worker's ends of both routes; tells `asker` what was measured. */
export function answerProbe({ role }: ProbeOrder, ends: Ends, asker: Port): void {
  if (role === "measure") {
    void compareRoutes(ends).then((times) => asker.post({ kind: "probed", ...times } satisfies ProbeReport));
  } else {
    echoOn(ends.page);
    echoOn(ends.ports);
  }
}

/** Measures both routes, and closes them. */
export async function compareRoutes(routes: Ends): Promise<RouteTimes> {
  const ports = new Trips(routes.ports);
  const page = new Trips(routes.page);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LIMIT);
  });
  await Promise.race([limit, sampleBoth(ports, page)]);
  clearTimeout(timer);
  routes.ports.close();
  routes.page.close();
  return { ports: ports.least, page: page.least };
}

/** Sends back what arrives. */
export function echoOn(port: Port): void {
  port.listen({
    message: (value) => port.post(value, [value as ArrayBuffer]),
    closed: () => port.close(),
  });
}

async function sampleBoth(ports: Trips, page: Trips): Promise<void> {
  for (let sample = 0; sample < SAMPLES; sample++) {
    await page.sample();
    if (ports.least > HOPELESS * page.least && sample > 0) continue;
    await ports.sample();
  }
}

class Trips {
  least = Number.POSITIVE_INFINITY;
  readonly #port: Port;
  #buffer = new ArrayBuffer(BYTES);
  #cameBack: () => void = () => {};
  #isOver = false;

  constructor(port: Port) {
    this.#port = port;
    port.listen({
      message: (value) => {
        this.#buffer = value as ArrayBuffer;
        this.#cameBack();
      },
      closed: () => {
        this.#isOver = true;
        this.#cameBack();
      },
    });
  }

  async sample(): Promise<void> {
    const start = performance.now();
    for (let trip = 0; trip < TRIPS && !this.#isOver; trip++) {
      await new Promise<void>((resolve) => {
        this.#cameBack = resolve;
        this.#port.post(this.#buffer, [this.#buffer]);
      });
    }
    if (!this.#isOver) this.least = Math.min(this.least, (performance.now() - start) / TRIPS);
  }
}
