// A scheduler in a thread of its own, as the reactor's driver sees it: facts go there by a port, and each batch of them is
// answered by one batch of assignments, later. Who asks what and when is in `scheduler/thread-scheduler.ts`.
import { isWorthMoving } from "../base/int-list.ts";
import type { SchedulerEvent } from "../scheduler/scheduler.ts";
import { Assignments } from "../scheduler/scheduler.ts";
import type { Port } from "../transport/port.ts";

export interface SchedulerListener {
  /** The oldest batch of facts that was not answered is answered now. */
  assigned(assignments: Assignments): void;
  /** The thread is gone. */
  closed(reason: Error): void;
}

export class RemoteScheduler {
  readonly name: string;
  /** By this the driver knows it. */
  readonly answersLate = true;
  readonly #port: Port;

  constructor(name: string, port: Port) {
    this.name = name;
    this.#port = port;
    port.hold?.(false); // the workers' threads are held as long as somebody waits
  }

  listen(listener: SchedulerListener): void {
    this.#port.listen({
      message: (value) => {
        if (!(value instanceof Int32Array))
          return listener.closed(new TypeError("It said something else than it must"));
        const assignments = new Assignments();
        assignments.pushColumn(value);
        listener.assigned(assignments);
      },
      closed: (reason) => listener.closed(reason),
    });
  }

  /** Tells facts; their columns are moved. */
  tell(facts: readonly SchedulerEvent[]): void {
    this.#port.post(facts, columnsOf(facts));
  }

  close(): void {
    this.#port.close();
  }
}

function columnsOf(facts: readonly SchedulerEvent[]): readonly object[] {
  const buffers = new Set<object>();
  for (const fact of facts) {
    for (const column of Object.values(fact)) {
      const isColumn = column instanceof Int32Array || column instanceof Float64Array;
      if (isColumn && isWorthMoving(column)) buffers.add(column.buffer);
    }
  }
  return [...buffers];
}
