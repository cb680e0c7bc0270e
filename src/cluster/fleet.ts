// What is seldom done with the workers of an engine: replacing them while they are well, and finding those that did not
// come back with their page. Loaded where it is needed.
import { EngineError } from "../base/errors.ts";
import { waitAwake } from "../base/patience-port.ts";
import { lossError } from "../base/worker-loss.ts";
import type { ReactorDriver } from "../reactor/driver.ts";
import type { ReactorState } from "../reactor/reactor-state.ts";
import { RUNNING } from "../reactor/states.ts";
import type { Port } from "../transport/port.ts";
import type { MemoryReports } from "./memory-reports.ts";

/** An engine's workers. */
export interface Fleet {
  /** The cluster's name. */
  readonly name: string;
  readonly driver: ReactorDriver;
  readonly ports: ReadonlyMap<number, Port>;
  /** Those that are being retired. */
  readonly leaving: Set<number>;
  readonly reports: MemoryReports;
  hasEnded(): boolean;
  /** Starts one more. @throws {EngineError} boot-failed */
  start(): Promise<void>;
  /** Ends when next a worker has left or was lost, or the cluster has ended. */
  onceLeft(): Promise<void>;
}

/** Replaces a worker, or each in turn: first another is started, then it hands its results on and ends. */
export async function recycle(fleet: Fleet, worker?: number): Promise<void> {
  if (worker !== undefined && !fleet.ports.has(worker) && !fleet.hasEnded())
    throw new RangeError(`Cannot recycle worker ${worker}: there is none, must be one of ${[...fleet.ports.keys()]}`);
  refuseEnded(fleet);
  for (const each of worker === undefined ? [...fleet.ports.keys()] : [worker]) {
    if (!fleet.ports.has(each) || fleet.leaving.has(each)) continue; // it died meanwhile, or goes anyway
    await fleet.start();
    if (fleet.ports.has(each) && !fleet.leaving.has(each)) {
      fleet.leaving.add(each);
      fleet.driver.retireWorkers([each]);
    }
    while (fleet.ports.has(each) && !fleet.hasEnded()) await fleet.onceLeft();
    refuseEnded(fleet);
  }
}

function refuseEnded({ name, hasEnded }: Fleet): void {
  if (hasEnded()) throw new EngineError("closed", "Cannot recycle: the cluster is closed", { cluster: name });
}

/** Milliseconds in which a worker must answer when its page is back. */
const PATIENCE = 5_000;

/**
 * Browsers keep the workers of a page that they keep, and say nothing where they do not. If one answers, all are there,
 * however busy; if none does, those are lost that are not known to compute.
 */
export async function loseLeftBehind(fleet: Fleet): Promise<void> {
  const asked = [...fleet.ports];
  const isOneThere = await new Promise<boolean>((resolve) => {
    const stopWaiting = waitAwake(PATIENCE, () => resolve(false));
    for (const [worker, port] of asked) {
      void fleet.reports.ask(new Map([[worker, port]])).then(() => {
        stopWaiting();
        resolve(true);
      });
    }
  });
  if (isOneThere || fleet.hasEnded()) return;
  const computing = computingWorkers(fleet.driver.machine.state);
  for (const [worker, port] of asked) {
    if (fleet.ports.get(worker) !== port || computing.has(worker)) continue;
    fleet.driver.loseWorker(worker, lossError("left-behind", "The worker did not come back with its page"));
  }
}

function computingWorkers({ tasks }: ReactorState): ReadonlySet<number> {
  const { state, worker } = tasks.columns;
  const found = new Set<number>();
  for (let task = 0; task < tasks.table.capacity; task++) {
    if (state[task] === RUNNING) found.add(worker[task] as number);
  }
  return found;
}
