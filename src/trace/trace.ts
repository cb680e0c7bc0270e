// A trace as users have it: what was recorded until it was taken; it does not change any more.
import { chromeTrace } from "./chrome-trace.ts";
import { readEvents } from "./read-events.ts";
import type { TraceStatistics } from "./statistics.ts";
import { statisticsOf } from "./statistics.ts";
import type { Timeline } from "./timeline.ts";
import { timelineOf } from "./timeline.ts";
import type { TraceAbout, TraceData } from "./trace-data.ts";
import type { TraceEvent } from "./trace-event.ts";

export class Trace {
  /** @internal */
  readonly data: TraceData;
  /** The cluster and the machine. */
  readonly about: TraceAbout;
  #timeline: Timeline | undefined;
  #statistics: TraceStatistics | undefined;

  /** @internal */
  constructor(data: TraceData, about: TraceAbout) {
    this.data = { ...data, functions: distinct(data.functions) };
    this.about = about;
  }

  /** When it began; the times of events count from here. */
  get start(): Date {
    return new Date(this.data.start);
  }

  /** Whether older events had to go: there was more than `capacity` can hold. */
  get isCut(): boolean {
    return this.data.log.isCut;
  }

  /** @internal */
  get timeline(): Timeline {
    this.#timeline ??= timelineOf(this.data);
    return this.#timeline;
  }

  /** What happened, in the order in which the server heard of it. */
  events(): Generator<TraceEvent, void> {
    return readEvents(this.data);
  }

  /** The events as text, one JSON object per line. */
  toJSONLines(): string {
    let text = "";
    for (const event of this.events()) text += `${JSON.stringify(event)}\n`;
    return text;
  }

  /** The trace in Chrome's Trace Event Format, as JSON; ui.perfetto.dev and chrome://tracing open it. */
  toChromeTrace(): string {
    return chromeTrace(this.data, this.timeline);
  }

  statistics(): TraceStatistics {
    this.#statistics ??= statisticsOf(this.data, this.timeline);
    return this.#statistics;
  }
}

/** Functions of the same name get numbers. */
function distinct(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return Array.from(names, (name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}
