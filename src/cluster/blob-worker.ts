// Workers whose script is a text.
import type { BootReply } from "../protocol/boot.ts";
import { startTrusted } from "../transport/trusted-script-port.ts";

/** Starts a module worker from its text. The address lasts until the worker is ready, as its executors start from it too. */
export function startBlobWorker(text: string, name = ""): Worker {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = startTrusted(() => new Worker(url, { type: "module", name }));
  const revoke = (): void => {
    worker.removeEventListener("message", onMessage);
    URL.revokeObjectURL(url);
  };
  const onMessage = ({ data }: MessageEvent<unknown>): void => {
    if (!isListening(data)) revoke();
  };
  worker.addEventListener("message", onMessage);
  worker.addEventListener("error", revoke, { once: true });
  return worker;
}

/** Whether a message says that the worker is there, but not yet ready; see the handshake in protocol/boot.ts. */
const isListening = (data: unknown): boolean => (data as Partial<BootReply> | null)?.kind === "listening";
