// One of the two workers of bare.ts.
import type { BareMode, Road, ToPage, ToPeer, ToWorker } from "./bare.ts";

const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: ToWorker }) => void;
  postMessage(message: ToPage, transfer?: readonly Transferable[]): void;
};
let peer: MessagePort | undefined;
let held: Uint8Array[] = [];
let mode: BareMode = "moved";
let pool: ArrayBuffer[] = [];
let received: readonly Uint8Array[] = [];

scope.onmessage = ({ data }) => {
  switch (data.kind) {
    case "peer":
      peer = data.port;
      peer.onmessage = ({ data: message }) => onPeer(message);
      return;
    case "hold":
      hold(data);
      return scope.postMessage({ kind: "held" });
    case "take":
      return tell(data.road, { kind: "ask", count: data.count, road: data.road }, []);
    case "tidy":
      return tidy(data);
    case "via":
      return onPeer(data.message);
  }
};

function hold({ count, bytes, mode: next }: ToWorker & { readonly kind: "hold" }): void {
  mode = next;
  pool = pool.filter((buffer) => buffer.byteLength === bytes);
  const isCopied = mode === "pooled" || mode === "fresh" || mode === "cloned";
  if (isCopied && held.length === count && held[0]?.byteLength === bytes) return; // copying leaves them as they are
  held = Array.from({ length: count }, () =>
    mode === "shared" ? new Uint8Array(new SharedArrayBuffer(bytes)) : new Uint8Array(bytes),
  );
  for (const list of held) {
    if (isCopied) list.fill(1);
    else list[0] = list[bytes - 1] = 1;
  }
}

function onPeer(message: ToPeer): void {
  if (message.kind === "back") {
    pool = [...message.buffers];
  } else if (message.kind === "ask") {
    const values = held.slice(0, message.count).map(leaving);
    const isMoved = mode !== "shared" && mode !== "cloned";
    tell(message.road, { kind: "values", values }, mode === "shared" ? [] : values, isMoved);
    if (mode === "moved" || mode === "shared") held = [];
  } else {
    received = message.values;
    let sum = 0;
    for (const list of received) sum += (list[0] as number) + (list[list.length - 1] as number);
    scope.postMessage({ kind: "taken", sum });
  }
}

function leaving(list: Uint8Array): Uint8Array {
  if (mode === "fresh") return list.slice();
  if (mode !== "pooled") return list;
  const copy = new Uint8Array(pool.pop() ?? new ArrayBuffer(list.length));
  copy.set(list);
  return copy;
}

/** Lets go of what arrived, outside of the time; buffers of copies go back, for the next ones. */
function tidy({ road, mode }: ToWorker & { readonly kind: "tidy" }): void {
  const copies = mode === "pooled" ? received : [];
  received = [];
  if (copies.length > 0)
    tell(road, { kind: "back", buffers: copies.map((list) => list.buffer as ArrayBuffer) }, copies);
  scope.postMessage({ kind: "tidied" });
}

function tell(road: Road, message: ToPeer, values: readonly Uint8Array[], isMoved = true): void {
  const pass = values.map((list) => list.buffer as ArrayBuffer);
  const transfer = isMoved ? pass : [];
  if (road === "port") peer?.postMessage(message, [...transfer]);
  else scope.postMessage({ kind: "via", message, pass }, transfer);
}
