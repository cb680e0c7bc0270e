// A port that lives on another thread, worked from here: the far end of a worker's port. Orders and news travel over a
// channel of the platform's own, which is not under test. Both halves are here; `obeyRemote` runs on the other thread.
import type { Port, PortListener } from "../../src/transport/port.ts";

/** The part of the platform's MessagePort that is used here. */
export interface ControlPort {
  onmessage: MessagePort["onmessage"];
  postMessage(message: unknown, transfer: Transferable[]): void;
}

type Order =
  | { readonly kind: "post"; readonly message: unknown; readonly transfer: readonly object[] }
  | { readonly kind: "listen" | "close" | "die" };
type News =
  | { readonly kind: "up" }
  | { readonly kind: "message"; readonly value: unknown }
  | { readonly kind: "closed"; readonly reason: Error };

/** A port on the other thread, when that has come up. */
export async function remotePort(control: ControlPort): Promise<Port & { die(): void }> {
  const order = (what: Order, transfer: readonly object[] = []): void =>
    control.postMessage(what, transfer as Transferable[]);
  await new Promise<void>((resolve) => {
    control.onmessage = () => resolve();
  });
  return {
    post: (message, transfer = []) => order({ kind: "post", message, transfer }, transfer),
    listen(listener: PortListener) {
      control.onmessage = ({ data }) => {
        const news = data as News;
        if (news.kind === "message") listener.message(news.value);
        else if (news.kind === "closed") listener.closed(news.reason);
      };
      order({ kind: "listen" });
    },
    close: () => order({ kind: "close" }),
    die: () => order({ kind: "die" }),
  };
}

/** Does to `port` what the remote port is told. */
export function obeyRemote(control: ControlPort, port: Port, die: () => void): void {
  const tell = (news: News): void => control.postMessage(news, []);
  tell({ kind: "up" });
  control.onmessage = ({ data }) => {
    const order = data as Order;
    if (order.kind === "post") port.post(order.message, order.transfer);
    else if (order.kind === "close") port.close();
    else if (order.kind === "die") die();
    else
      port.listen({
        message: (value) => tell({ kind: "message", value }),
        closed: (reason) => tell({ kind: "closed", reason }),
      });
  };
}
