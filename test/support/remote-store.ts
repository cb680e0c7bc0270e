// A store that lives in a worker, worked from the page: some can be opened in workers only. Both halves are here;
// `obeyRemoteStore` runs in the worker. It also does to the worker's host what a test wants done.

import type { OpenOptions } from "../../src/storage/open-store.ts";
import { openStore } from "../../src/storage/open-store.ts";
import type { ScratchName, Store, StoreFailure, StoreKind } from "../../src/storage/store.ts";
import { StoreError } from "../../src/storage/store.ts";

type Call =
  | {
      readonly kind: "open";
      readonly store: "auto" | StoreKind;
      readonly name: ScratchName;
      readonly options: OpenOptions;
    }
  | { readonly kind: "call"; readonly method: "write" | "read" | "delete" | "close"; readonly argument: unknown };
type Order = Call & { readonly id: number };
type Answer = {
  readonly id: number;
  readonly value?: unknown;
  readonly failure?: StoreFailure;
  readonly message?: string;
};

/** A store in `worker`, which runs test/fixtures/threads/store-thread.ts. One at a time. */
export async function openRemoteStore(
  worker: Worker,
  store: "auto" | StoreKind,
  name: ScratchName,
  options: OpenOptions,
): Promise<Store> {
  const waits = new Map<number, (answer: Answer) => void>();
  let last = 0;
  worker.onmessage = ({ data }) => waits.get((data as Answer).id)?.(data as Answer);
  const ask = async <T>(call: Call): Promise<T> => {
    const id = ++last;
    const { value, failure, message } = await new Promise<Answer>((resolve) => {
      waits.set(id, resolve);
      worker.postMessage({ ...call, id });
    });
    if (message !== undefined) throw failure === undefined ? new Error(message) : new StoreError(failure, message);
    return value as T;
  };
  const call = <T>(method: (Call & { readonly kind: "call" })["method"], argument?: unknown): Promise<T> =>
    ask({ kind: "call", method, argument });
  return {
    kind: await ask<StoreKind>({ kind: "open", store, name, options }),
    write: (entries) => call("write", entries),
    read: (keys) => call("read", keys),
    delete: (keys) => call("delete", keys),
    close: () => call("close"),
  };
}

/** Opens and works a store as the page says. */
export function obeyRemoteStore(scope: Pick<Worker, "onmessage" | "postMessage">): void {
  let store: Store | undefined;
  const perform = async (order: Order): Promise<unknown> => {
    if (order.kind === "open") {
      store = await openStore(order.store, order.name, order.options);
      return store.kind;
    }
    const method = store?.[order.method] as (argument: unknown) => Promise<unknown>;
    return method.call(store, order.argument);
  };
  scope.onmessage = async ({ data }) => {
    const { id } = data as Order;
    const answer = await perform(data as Order).then(
      (value): Answer => ({ id, value }),
      (error: unknown): Answer => ({
        id,
        message: error instanceof Error ? error.message : String(error),
        ...(error instanceof StoreError ? { failure: error.failure } : {}),
      }),
    );
    scope.postMessage(answer);
  };
}
