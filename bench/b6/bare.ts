// What is the least: two workers, and the messages that are needed. The page orders worker 1 to take some values; it asks
// worker 0 for them, over a port or by way of the page; they come; it says so.

/** How values leave their holder. "pooled" and "fresh" are copies that are moved then, "cloned" the platform's own copies. */
export type BareMode = "moved" | "pooled" | "fresh" | "cloned" | "shared";
export type Road = "port" | "page";

export type ToWorker =
  | { readonly kind: "peer"; readonly port: MessagePort }
  | { readonly kind: "hold"; readonly count: number; readonly bytes: number; readonly mode: BareMode }
  | { readonly kind: "take"; readonly count: number; readonly road: Road }
  | { readonly kind: "tidy"; readonly road: Road; readonly mode: BareMode }
  | { readonly kind: "via"; readonly message: ToPeer };

export type ToPage =
  | { readonly kind: "held" }
  | { readonly kind: "taken"; readonly sum: number }
  | { readonly kind: "tidied" }
  | { readonly kind: "via"; readonly message: ToPeer; readonly pass: readonly ArrayBuffer[] };

export type ToPeer =
  | { readonly kind: "ask"; readonly count: number; readonly road: Road }
  | { readonly kind: "values"; readonly values: readonly Uint8Array[] }
  /** Buffers for the next round's copies. */
  | { readonly kind: "back"; readonly buffers: readonly ArrayBuffer[] };

export interface Bare {
  /** Milliseconds for worker 1 to take `count` values of `bytes` bytes each. */
  run(road: Road, mode: BareMode, count: number, bytes: number): Promise<number>;
  end(): void;
}

export function startBare(): Bare {
  const workers = [0, 1].map(() => new Worker("./bare-worker.js", { type: "module" })) as [Worker, Worker];
  const { port1, port2 } = new MessageChannel();
  post(workers[0], { kind: "peer", port: port1 }, [port1]);
  post(workers[1], { kind: "peer", port: port2 }, [port2]);
  let settle: () => void = () => {};
  for (const [i, worker] of workers.entries()) {
    const other = workers[1 - i] as Worker;
    worker.onmessage = ({ data }: { data: ToPage }) => {
      if (data.kind === "via")
        other.postMessage({ kind: "via", message: data.message } satisfies ToWorker, [...data.pass]);
      else settle();
    };
  }
  const answer = (): Promise<void> =>
    new Promise((resolve) => {
      settle = resolve;
    });
  return {
    async run(road, mode, count, bytes) {
      const held = answer();
      post(workers[0], { kind: "hold", count, bytes, mode });
      await held;
      const start = performance.now();
      const taken = answer();
      post(workers[1], { kind: "take", count, road });
      await taken;
      const elapsed = performance.now() - start;
      const tidied = answer();
      post(workers[1], { kind: "tidy", road, mode });
      await tidied;
      return elapsed;
    },
    end: () => workers.forEach((worker) => void worker.terminate()),
  };
}

function post(worker: Worker, message: ToWorker, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}
