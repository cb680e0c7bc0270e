// A worker for Dask's scheduler that computes nothing: it speaks the worker's protocol of distributed 2022.12 over TCP, and
// reports every task as done at once. What remains is the cost of Dask's scheduler and client.

import type { AddressInfo, Server, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { decode, encode } from "@msgpack/msgpack";

interface DaskMessage {
  readonly op?: string;
  readonly key?: string;
  readonly who_has?: Readonly<Record<string, readonly string[]>>;
  readonly stimulus_id?: string;
}

/** Managed bytes of every result, as of the paper's merge and tree. */
const RESULT_BYTES = 28;
const HANDSHAKE = { compression: null, python: [3, 11, 2], "pickle-protocol": 5 };
const METRICS = {
  ...{ bandwidth: { total: 1e8, workers: {}, types: {} }, memory: 1e8, managed_bytes: 0, cpu: 0, time: 0 },
  ...{ spilled_bytes: { memory: 0, disk: 0 }, event_loop_interval: 0.02 },
};

export class DaskZeroWorker {
  readonly #socket: Socket;
  /** Gives it an address of its own; nobody asks it for anything. */
  readonly #listener: Server;
  readonly #address: string;

  private constructor(socket: Socket, listener: Server) {
    this.#socket = socket;
    this.#listener = listener;
    this.#address = `tcp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  }

  /** Joins the scheduler at "tcp://host:port". */
  static async join(scheduler: string, name: string): Promise<DaskZeroWorker> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { hostname, port } = new URL(scheduler.replace("tcp:", "http:"));
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    const worker = new DaskZeroWorker(socket, listener);
    await worker.#register(name);
    return worker;
  }

  close(): void {
    this.#socket.destroy();
    this.#listener.close();
  }

  #register(name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      let heard = 0;
      this.#socket.on("error", reject);
      readMessages(this.#socket, (message) => {
        heard++;
        if (heard === 1) this.#send(HANDSHAKE, this.#registration(name));
        else if (heard === 2) {
          const { status, message: why } = message as { status?: string; message?: string };
          if (status === "OK") resolve();
          else reject(new Error(`Cannot join Dask's scheduler: ${why}`));
        } else this.#answer(message as readonly DaskMessage[]);
      });
    });
  }

  #registration(name: string): object {
    return {
      ...{ op: "register-worker", reply: false, address: this.#address, status: "running", server_id: name, name },
      ...{
        nthreads: 1,
        now: Date.now() / 1000,
        resources: {},
        memory_limit: 4e9,
        local_directory: "/tmp",
        services: {},
      },
      ...{ nanny: null, pid: process.pid, versions: {}, extra: {}, stimulus_id: `register-${name}`, metrics: METRICS },
    };
  }

  /** One list of answers for each list of orders. */
  #answer(messages: readonly DaskMessage[]): void {
    const answers: object[] = [];
    for (const { op, key, who_has = {}, stimulus_id } of messages) {
      if (op === "compute-task") {
        const fetched = Object.keys(who_has).filter((input) => !who_has[input]?.includes(this.#address));
        if (fetched.length > 0) answers.push({ op: "add-keys", keys: fetched, stimulus_id });
        answers.push(finished(key, stimulus_id));
      } else if (op === "steal-request") {
        answers.push({ op: "steal-response", key, state: "memory", stimulus_id });
      }
    }
    if (answers.length > 0) this.#send(answers);
  }

  #send(...messages: readonly unknown[]): void {
    this.#socket.write(Buffer.concat(messages.map(frameOf)));
  }
}

/** Without `startstops` Dask's scheduler never learns a duration, and turns quadratic. */
function finished(key: string | undefined, stimulus_id: string | undefined): object {
  const start = Date.now() / 1000;
  return {
    ...{ op: "task-finished", key, status: "OK", nbytes: RESULT_BYTES, type: null, typename: "int", metadata: {} },
    ...{ thread: 1, startstops: [{ action: "compute", start, stop: start + 1e-6 }], stimulus_id },
  };
}

/** A message of one frame. */
function frameOf(message: unknown): Buffer {
  const body = encode(message, { ignoreUndefined: true });
  const head = Buffer.alloc(24);
  head.writeBigUInt64LE(BigInt(16 + body.length), 0);
  head.writeBigUInt64LE(1n, 8);
  head.writeBigUInt64LE(BigInt(body.length), 16);
  return Buffer.concat([head, body]);
}

/** Gives the first frame of each message; further ones hold what only Python reads. */
function readMessages(socket: Socket, hear: (message: unknown) => void): void {
  let chunks: Buffer[] = [];
  let length = 0;
  let wanted = 8;
  socket.on("data", (chunk) => {
    chunks.push(chunk as Buffer);
    length += chunk.length;
    if (length < wanted) return;
    let rest = Buffer.concat(chunks, length);
    wanted = 8;
    while (rest.length >= 8) {
      const total = 8 + Number(rest.readBigUInt64LE(0));
      if (rest.length < total) {
        wanted = total;
        break;
      }
      const frames = Number(rest.readBigUInt64LE(8));
      const first = 16 + 8 * frames;
      hear(decode(rest.subarray(first, first + Number(rest.readBigUInt64LE(16)))));
      rest = rest.subarray(total);
    }
    chunks = [rest];
    length = rest.length;
  });
}
