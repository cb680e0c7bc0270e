// The routes between the workers of a simulated cluster: two wires for each pair, made anew when they break.
import type { Random } from "../../src/base/random.ts";
import type { PeerItem, SimulatedWorker, ToWorker } from "./simulated-worker.ts";
import type { Wires } from "./wires.ts";
import { Wire } from "./wires.ts";

export interface RoutesHost {
  readonly wires: Wires;
  readonly random: Random;
  readonly workers: ReadonlyMap<number, SimulatedWorker>;
  /** Offers a worker its end of a route. */
  offer(worker: number, offer: ToWorker & { readonly kind: "peer" }): void;
}

export class SimulatedRoutes {
  readonly #host: RoutesHost;
  /** By sender and receiver. */
  readonly #wires = new Map<number, Map<number, Wire<PeerItem>>>();

  constructor(host: RoutesHost) {
    this.#host = host;
  }

  connect(a: number, b: number): void {
    const { wires, workers, offer } = this.#host;
    const [workerA, workerB] = [workers.get(a), workers.get(b)];
    if (workerA === undefined || workerB === undefined) return;
    const toB: Wire<PeerItem> = new Wire(wires, (item) => workerB.fromPeer(a, toB, item), false);
    const toA: Wire<PeerItem> = new Wire(wires, (item) => workerA.fromPeer(b, toA, item), false);
    this.#wiresOf(a).set(b, toB);
    this.#wiresOf(b).set(a, toA);
    offer(a, { kind: "peer", worker: b, out: toB, in: toA });
    offer(b, { kind: "peer", worker: a, out: toA, in: toB });
  }

  /** The route of two workers breaks at the first one's end. Its last words may be lost. False if it has none. */
  break(id: number, other: number): boolean {
    const { random, workers } = this.#host;
    const out = this.#wires.get(id)?.get(other);
    if (out === undefined || workers.get(id)?.loseRoute(other) !== true) return false;
    this.#wires.get(other)?.get(id)?.cut(0);
    out.cut(random.below(out.length + 1));
    return true;
  }

  /** A worker is gone: others may hear its last words, and perhaps that it is gone. */
  remove(id: number): void {
    const { random } = this.#host;
    for (const [other, wire] of this.#wires.get(id) ?? []) {
      const isNoticed = random.below(2) === 0;
      wire.cut(random.below(wire.length + 1), isNoticed ? { kind: "closed" } : undefined);
      this.#wires.get(other)?.get(id)?.cut(0);
    }
    this.#wires.delete(id);
  }

  #wiresOf(worker: number): Map<number, Wire<PeerItem>> {
    const found = this.#wires.get(worker) ?? new Map<number, Wire<PeerItem>>();
    this.#wires.set(worker, found);
    return found;
  }
}
