// What goes wrong in a simulated cluster. Each fault is data, so that a list of them can be made smaller.
import type { Simulation } from "../support/simulation.ts";

export const FAULTS = [
  "kill",
  "hang",
  "go-on",
  "stall",
  "let-flow",
  "break-route",
  "repeat",
  "join",
  "retire",
] as const;
export type FaultKind = (typeof FAULTS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** Things that happen before it. */
  readonly after: number;
  /** Chooses whom it strikes. */
  readonly pick: number;
}

const MOST_WORKERS = 9;

export function commit(sim: Simulation, { kind, pick }: Fault): void {
  const ids = [...sim.workers.keys()];
  const id = ids[pick % Math.max(1, ids.length)];
  if (id === undefined) return;
  switch (kind) {
    case "kill":
      return sim.kill(id);
    case "hang":
      return sim.hang(id, true);
    case "go-on":
      return sim.hang(id, false);
    case "stall":
      return sim.stall(id, true);
    case "let-flow":
      return sim.stall(id, false);
    case "break-route": {
      const other = ids[Math.floor(pick / ids.length) % ids.length];
      return other === undefined || other === id ? undefined : sim.breakRoute(id, other);
    }
    case "repeat":
      return sim.repeat(pick);
    case "join":
      if (ids.length < MOST_WORKERS) sim.addWorker(1 + (pick % 3));
      return;
    case "retire":
      return retire(sim, pick);
  }
}

/** Whoever hangs is killed, whatever is held back comes. */
export function endFaults(sim: Simulation): void {
  sim.letFlow();
  for (const [id, worker] of [...sim.workers]) if (worker.isHung) sim.kill(id);
}

/** One that stays is always left. */
function retire(sim: Simulation, pick: number): void {
  const staying = [...sim.reactor.state.workers.byId.values()].filter(({ leaving }) => leaving === undefined);
  if (staying.length > 1) sim.retire([(staying[pick % staying.length] as { readonly id: number }).id]);
}
