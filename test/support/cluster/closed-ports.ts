// Counts ports that close, in any thread; and waits for counts to become what they must.

interface PortCounts {
  closedPorts?: number;
}

/** From now on counts the ports that this thread closes. Plain, so that workers can do it too. */
export function countClosedPorts(): void {
  const scope = globalThis as PortCounts;
  const isCounting = scope.closedPorts !== undefined;
  scope.closedPorts = 0;
  if (isCounting) return;
  const { close } = MessagePort.prototype;
  const closed = new WeakSet<MessagePort>();
  MessagePort.prototype.close = function (this: MessagePort): void {
    if (!closed.has(this)) scope.closedPorts = (scope.closedPorts ?? 0) + 1;
    closed.add(this);
    close.call(this);
  };
}

export function closedPorts(): number {
  return (globalThis as PortCounts).closedPorts ?? 0;
}

export function total(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((a, b) => a + b, 0);
}

/** Asks until the answer is the wanted one; false if it does not become so. */
export async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<boolean> {
  for (let left = 200; left > 0; left--) {
    if (isWanted(await ask())) return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
}
