// Says to the reactor what a turn of the worker had to say, and answers with small results. All else is for the part for
// large results: see `values-port.ts`.
import { isWorthMoving } from "../base/int-list.ts";
import { MOST_CLONED } from "../codec/slices.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { Port } from "../transport/port.ts";
import { LEAST_STORED } from "./data.ts";
import type { SendValues } from "./instructions.ts";
import type { Large } from "./large-entry.ts";

export interface ReportHost {
  /** The port to the reactor. */
  readonly reactor: Port;
  /** Does something with the part for large results, when it is there. */
  withLarge(action: (large: Large) => void): void;
  /** So many bytes were sent as they are. */
  cloned(bytes: number): void;
}

export class ReportPort {
  readonly #host: ReportHost;

  constructor(host: ReportHost) {
    this.#host = host;
  }

  post(envelope: readonly WorkerToReactor[]): void {
    try {
      this.#host.reactor.post(envelope, columnsOf(envelope));
    } catch (error) {
      this.#host.withLarge(({ values }) => values.postWithout(envelope, error));
    }
  }

  /** Answers a gather. */
  sendValues(answer: SendValues): void {
    let bytes = 0;
    for (const each of answer.sizes) bytes += each < LEAST_STORED ? each : MOST_CLONED;
    if (bytes >= MOST_CLONED) return this.#host.withLarge(({ values }) => values.send(answer));
    const { request, positions, values } = answer;
    this.#host.cloned(bytes);
    this.post([{ kind: "values", request, positions, values, failed: NOTHING }]);
  }
}

const NOTHING: readonly never[] = [];

/**
 * The buffers of an envelope's columns, which are ours to move; none if the envelope may be refused: Deno empties buffers
 * even when it then refuses the message.
 */
function columnsOf(envelope: readonly WorkerToReactor[]): object[] {
  const buffers: object[] = [];
  for (const message of envelope) {
    if (message.kind === "values" || message.kind === "ran") return [];
    if ("tasks" in message && isWorthMoving(message.tasks)) buffers.push(message.tasks.buffer);
  }
  return buffers;
}
