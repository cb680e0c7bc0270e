// The routes to other workers, one to each: what goes over them, and what the machine hears of them.
import { parsePeerMessage } from "../protocol/parse.ts";
import type { PeerOffer } from "../protocol/peer.ts";
import type { SpareBuffers, WorkerToWorker } from "../protocol/worker-to-worker.ts";
import type { Port } from "../transport/port.ts";
import type { WorkerEvent } from "./events.ts";
import type { SendData, WorkerInstruction } from "./instructions.ts";
import type { Large } from "./large-entry.ts";

export interface RoutesHost {
  /** Opens this end of a route. */
  open(offer: PeerOffer): Port;
  /** A route has ended; another may be offered. */
  lost(link: number): void;
  /** See `codec/size.ts`. */
  sizeOf(value: unknown): number;
  /** The machine hears something at once. */
  hear(event: WorkerEvent): void;
  /** What was heard is looked after. */
  wake(): void;
  /** Calls back after some milliseconds, unless the worker stops. */
  wait(milliseconds: number, callback: () => void): void;
  /** Whether there are large results here, and not yet what sends them. */
  lacksLarge(): boolean;
  /** Does something with the part for large results: now, or when it is loaded. */
  withLarge(action: (large: Large) => void): void;
}

type PeerInstruction = Extract<WorkerInstruction, { readonly kind: "tell-peer" | "send-data" | "retry-peer" }>;

export class Routes {
  readonly #host: RoutesHost;
  readonly #ports = new Map<number, Port>();

  constructor(host: RoutesHost) {
    this.#host = host;
  }

  /** A route in the place of another: what was asked over that one will not be answered. */
  add(offer: PeerOffer): void {
    const { worker: peer, link, isFar } = offer;
    const { hear, wake, sizeOf } = this.#host;
    const port = this.#host.open(offer);
    if (isFar === true) hear({ kind: "peer-far", peer });
    const former = this.#ports.get(peer);
    this.#ports.set(peer, port);
    former?.close();
    const lose = (): void => {
      port.close();
      if (this.#ports.get(peer) !== port) return;
      this.#ports.delete(peer);
      this.#host.lost(link);
      hear({ kind: "peer-lost", peer });
      wake();
    };
    port.listen({
      message: (value) => {
        const message = parsePeerMessage(value);
        if (message === undefined) return lose();
        if (message.kind === "spare") return this.#host.withLarge(({ shipping }) => shipping.reuse(message.buffers));
        const hearIt = (): void => {
          if (this.#ports.get(peer) !== port) return;
          hear({ kind: "peer-message", peer, message, sizeOf });
          wake();
        };
        // What may be moved is decided when a question is heard, and is done at once: others may need it later.
        if (message.kind !== "fetch" || !this.#host.lacksLarge()) return hearIt();
        this.#host.withLarge(() => void Promise.resolve().then(hearIt)); // when nothing is left to be done before
      },
      closed: lose,
    });
    if (former === undefined) return;
    hear({ kind: "peer-lost", peer });
    wake();
  }

  perform(instruction: PeerInstruction): void {
    const { peer } = instruction;
    switch (instruction.kind) {
      case "tell-peer":
        return this.#tell(peer, instruction.message);
      case "send-data":
        return this.#send(instruction);
      case "retry-peer":
        return this.#host.wait(instruction.delay, () => {
          this.#host.hear({ kind: "peer-retried", peer });
          this.#host.wake();
        });
    }
  }

  /** Gives a peer buffers that it sent and nobody needs any more; those that nobody takes are left. */
  giveBack(peer: number, buffers: readonly ArrayBuffer[]): readonly ArrayBuffer[] {
    const port = this.#ports.get(peer);
    if (port === undefined) return buffers;
    if (buffers.length > 0) port.post({ kind: "spare", buffers } satisfies SpareBuffers, buffers);
    return NOTHING;
  }

  close(): void {
    for (const port of this.#ports.values()) port.close();
    this.#ports.clear();
  }

  #tell(peer: number, message: WorkerToWorker): void {
    const port = this.#ports.get(peer);
    if (port !== undefined) return port.post(message);
    this.#host.hear({ kind: "peer-lost", peer });
    this.#host.hear({ kind: "turn-ended" }); // a turn is just ending: nobody else would tell
  }

  /** Answers a peer, if it is still there. Hot path (B2): small values go as they are. */
  #send(answer: SendData): void {
    const port = this.#ports.get(answer.peer);
    if (port === undefined) return;
    if (answer.large.length > 0) return this.#sendLarge(port, answer);
    const { values, refused } = answer;
    try {
      port.post({ kind: "data", values, refused, moved: NOTHING } satisfies WorkerToWorker);
    } catch (error) {
      this.#host.withLarge(({ data }) => data.postWithout(port, answer, error));
    }
  }

  #sendLarge(port: Port, answer: SendData): void {
    this.#host.withLarge(({ data }) => {
      const given = data.post(port, answer);
      if (given.length > 0) this.#host.hear({ kind: "given-away", tasks: given });
    });
  }
}

const NOTHING: readonly never[] = [];
