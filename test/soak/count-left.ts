// Counts what a page has that outlives a cluster: to be loaded before the engine. Workers, ends of channels that are here,
// timers, and listeners on what lives as long as the page.

const workers = new Set<object>();
const ports = new Set<object>();
const timers = new Set<unknown>();

/** By kind, what is there now. */
export function countLeft(): Record<string, number> {
  const left: Record<string, number> = { workers: workers.size, ports: ports.size, timers: timers.size };
  for (const [type, found] of listening) if (found.size > 0) left[`listeners of ${type}`] = found.size;
  return left;
}

const page = globalThis as typeof globalThis & Window;

const PlainWorker = page.Worker;
page.Worker = class extends PlainWorker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    workers.add(this);
  }
  override terminate(): void {
    workers.delete(this);
    super.terminate();
  }
  override postMessage(message: unknown, transfer?: Transferable[] | StructuredSerializeOptions): void {
    super.postMessage(message, transfer as StructuredSerializeOptions);
    leave(transfer);
  }
};

const PlainChannel = page.MessageChannel;
page.MessageChannel = class extends PlainChannel {
  constructor() {
    super();
    ports.add(this.port1).add(this.port2);
  }
};
const { close, postMessage } = MessagePort.prototype;
MessagePort.prototype.close = function (): void {
  ports.delete(this);
  close.call(this);
};
MessagePort.prototype.postMessage = function (
  message: unknown,
  transfer?: Transferable[] | StructuredSerializeOptions,
) {
  postMessage.call(this, message, transfer as StructuredSerializeOptions);
  leave(transfer);
};

function leave(transfer: Transferable[] | StructuredSerializeOptions | undefined): void {
  for (const each of (Array.isArray(transfer) ? transfer : transfer?.transfer) ?? []) ports.delete(each);
}

const { setTimeout: begin, clearTimeout: end } = page;
page.setTimeout = ((callback: (...args: unknown[]) => void, milliseconds?: number, ...args: unknown[]) => {
  const timer = begin(() => {
    timers.delete(timer);
    callback(...args);
  }, milliseconds);
  timers.add(timer);
  return timer;
}) as typeof setTimeout;
page.clearTimeout = ((timer: number | undefined) => {
  timers.delete(timer);
  end(timer);
}) as typeof clearTimeout;
const { setInterval: repeat, clearInterval: stop } = page;
page.setInterval = ((callback: () => void, milliseconds?: number) => {
  const timer = repeat(callback, milliseconds);
  timers.add(timer);
  return timer;
}) as typeof setInterval;
page.clearInterval = ((timer: number | undefined) => {
  timers.delete(timer);
  stop(timer);
}) as typeof clearInterval;

/** By type, who listens to the page or its document. */
const listening = new Map<string, Set<unknown>>();
const isLasting = (target: EventTarget): boolean => target === page || target === document;
const { addEventListener, removeEventListener } = EventTarget.prototype;
EventTarget.prototype.addEventListener = function (...args) {
  const [type, listener, options] = args;
  const target = this ?? page;
  if (isLasting(target)) {
    const { signal } = (typeof options === "object" && options) || {};
    const found = listening.get(type) ?? new Set();
    if (signal?.aborted !== true) listening.set(type, found.add(listener));
    if (signal !== undefined) addEventListener.call(signal, "abort", () => found.delete(listener), { once: true });
  }
  addEventListener.apply(target, args);
};
EventTarget.prototype.removeEventListener = function (...args) {
  const target = this ?? page;
  if (isLasting(target)) listening.get(args[0])?.delete(args[1]);
  removeEventListener.apply(target, args);
};
