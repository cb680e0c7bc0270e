// Supervised calls of a worker, on its own thread or its executors': what they say goes to the reactor at once, since what
// follows may block the thread. A task that waits for tasks of its own is taken from its core; it stands beside the
// machine's orders until it goes on, and the machine knows nothing of it.
import { ANY_TASK } from "../base/errors.ts";
import { engineFailure } from "../codec/failure.ts";
import type { CallName, FromCall, ToCall } from "../protocol/task-talk.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { CallOutside, TaskCaller } from "./task-caller.ts";
import type { Order } from "./tasks.ts";

type WorkerCaller = Exclude<TaskCaller, { readonly machine?: undefined }>;

interface WaitingCall {
  readonly call: CallName;
  readonly goOn: () => void;
}

export class WorkerCalls implements CallOutside {
  readonly #caller: WorkerCaller;
  /** Those that have given their core back. */
  readonly #paused: Order[] = [];
  /** Those of them that would go on. */
  readonly #waiting: WaitingCall[] = [];
  #hear: (call: CallName, message: ToCall) => void = () => {};

  constructor(caller: WorkerCaller) {
    this.#caller = caller;
    this.#watchOrders();
  }

  listen(listener: (call: CallName, message: ToCall) => void): void {
    const { machine, executors } = this.#caller;
    this.#hear = executors === undefined ? listener : (call, message) => executors.tellCall(call, message);
    machine.supervision = {
      hear: (message) => this.#hear(message, message.kind === "context" ? message.body : message),
    };
  }

  tell(call: CallName, message: FromCall): void {
    const { task, run } = call;
    switch (message.kind) {
      case "started":
        return this.#tellStarted(call, message.takesContext);
      case "core":
        if (message.isHeld) this.#resume(call);
        else this.#pause(call);
        return this.#post({ kind: "core", task, run, isHeld: message.isHeld });
      case "interrupted":
        return this.#post({ kind: "interrupted", task, run });
      default:
        return this.#post({ kind: "context", task, run, body: message });
    }
  }

  takeCore(call: CallName, goOn: () => void): void {
    this.#waiting.push({ call, goOn });
    this.#admit();
  }

  #tellStarted(call: CallName, takesContext: boolean): void {
    const { task, run } = call;
    const order = this.#caller.machine.orders.executing.find((each) => isOf(each, call));
    const isTold = order?.isReported === true;
    if (order !== undefined) order.isReported = true;
    const started: WorkerToReactor[] = isTold ? [] : [{ kind: "started", tasks: Int32Array.of(task, run) }];
    if (takesContext) started.push({ kind: "context", task, run, body: { kind: "began" } });
    if (started.length > 0) this.#post(...started);
    // It was told to end while its function was being loaded, when nobody heard of it.
    if (order?.state === "released") this.#hear(call, { kind: "interrupt", reason: TOO_LATE });
  }

  #post(...envelope: readonly WorkerToReactor[]): void {
    this.#caller.port.post(envelope);
  }

  #pause(call: CallName): void {
    const { machine, wake } = this.#caller;
    const { executing } = machine.orders;
    const at = executing.findIndex((order) => isOf(order, call));
    if (at < 0) return;
    this.#paused.push(...executing.splice(at, 1));
    this.#admit();
    void Promise.resolve().then(wake); // the machine may be in the middle of a turn
  }

  #resume(call: CallName): void {
    const at = this.#paused.findIndex((order) => isOf(order, call));
    if (at >= 0) this.#caller.machine.orders.executing.push(...this.#paused.splice(at, 1));
  }

  /** Those that have waited go before whatever could start. */
  #admit(): void {
    const { machine, cores } = this.#caller;
    while (this.#waiting.length > 0 && machine.orders.executing.length < cores) {
      const { call, goOn } = this.#waiting.shift() as WaitingCall;
      this.tell(call, { kind: "core", isHeld: true });
      goOn();
    }
  }

  /** A core that becomes free is given to who waits for one; an order that is paused is an order still. */
  #watchOrders(): void {
    const { orders } = this.#caller.machine;
    const takeEnded = orders.takeEnded.bind(orders);
    orders.takeEnded = (task, run) => {
      const order = takeEnded(task, run);
      if (this.#waiting.length > 0) this.#admit();
      return order;
    };
    const findAll = orders.findAll.bind(orders);
    orders.findAll = (pairs) => [
      ...findAll(pairs),
      ...this.#paused.filter((order) => order.state !== "released" && pairs.get(order.task) === order.run),
    ];
  }
}

const TOO_LATE = engineFailure("cancelled", `Cannot call ${ANY_TASK}: it was given up before it began`, {
  key: ANY_TASK,
});

const isOf = (order: Order, { task, run }: CallName): boolean => order.task === task && order.run === run;
