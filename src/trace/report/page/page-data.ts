// What the page draws, as it was written by payload.ts.
import type { ReportPayload } from "../payload.ts";

/** The payload with its columns as arrays. */
export interface PageData extends Omit<ReportPayload, "starts" | "durations" | "taskKinds" | "taskIds"> {
  readonly starts: Float64Array;
  readonly durations: Float32Array;
  readonly taskKinds: Uint16Array;
  readonly taskIds: Int32Array;
}

export function readPayload(text: string): PageData {
  const payload = JSON.parse(text) as ReportPayload;
  return {
    ...payload,
    starts: new Float64Array(bytesOf(payload.starts)),
    durations: new Float32Array(bytesOf(payload.durations)),
    taskKinds: new Uint16Array(bytesOf(payload.taskKinds)),
    taskIds: new Int32Array(bytesOf(payload.taskIds)),
  };
}

function bytesOf(text: string): ArrayBuffer {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes.buffer;
}
