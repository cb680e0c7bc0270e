// Answers workers whose script was copied without the files beside it. Their texts are loaded when first one is asked for.
import type { PartName, PartText } from "../protocol/part.ts";
import { parsePartWanted } from "../protocol/part.ts";
import type { Port } from "../transport/port.ts";

/** The same port to a worker; its questions for parts of its script are answered here. */
export function servingParts(port: Port): Port {
  return {
    post: (message, transfer) => port.post(message, transfer),
    listen: (listener) =>
      port.listen({
        message(value) {
          const wanted = Array.isArray(value) ? undefined : parsePartWanted(value);
          if (wanted === undefined) listener.message(value);
          else void answer(port, wanted.name);
        },
        closed: (reason) => listener.closed(reason),
      }),
    close: () => port.close(),
    hold: (isHeld) => port.hold?.(isHeld),
  };
}

async function answer(port: Port, name: PartName): Promise<void> {
  const text = await import("./part-texts.ts").then(({ textOf }) => textOf(name)).catch(() => undefined);
  port.post({ kind: "part", name, text } satisfies PartText);
}
