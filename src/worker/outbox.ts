// What one turn has to say to the reactor.
import { IntList } from "../base/int-list.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";

export class ReactorOutbox {
  readonly finished = new IntList();
  readonly placed = new IntList();
  readonly taken = new IntList(8);
  readonly lost = new IntList(8);
  readonly started = new IntList(8);
  readonly retracted = new IntList(8);
  readonly others: WorkerToReactor[] = [];

  /** The envelope of the turn, or undefined when there is nothing to say. Copies come before what was made from them. */
  take(): readonly WorkerToReactor[] | undefined {
    const envelope: WorkerToReactor[] = [];
    if (this.placed.length > 0) envelope.push({ kind: "placed", tasks: this.placed.take() });
    if (this.taken.length > 0) envelope.push({ kind: "taken", tasks: this.taken.take() });
    if (this.lost.length > 0) envelope.push({ kind: "lost", tasks: this.lost.take() });
    if (this.finished.length > 0) envelope.push({ kind: "finished", tasks: this.finished.take() });
    if (this.others.length > 0) envelope.push(...this.others.splice(0));
    if (this.started.length > 0) envelope.push({ kind: "started", tasks: this.started.take() });
    if (this.retracted.length > 0) envelope.push({ kind: "retracted", tasks: this.retracted.take() });
    return envelope.length > 0 ? envelope : undefined;
  }
}
