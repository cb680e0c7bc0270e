// The ports that Node can have, on the source.
import { MessageChannel, Worker } from "node:worker_threads";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { loopbackChannel, openLoopbackPort } from "../../src/transport/loopback-port.ts";
import { openThreadPort, threadPort } from "../../src/transport/worker-threads-port.ts";
import type { PortPair } from "../conformance/port-suite.ts";
import { describePort, listen } from "../conformance/port-suite.ts";
import { remotePort } from "../support/remote-port.ts";

const runner = { describe, it };

describePort(runner, "a loopback port", async () => {
  const { a: near, b: far } = loopbackChannel();
  return { near, far, farOutlivesNear: true, dispose: () => near.close() };
});

describePort(runner, "a MessagePort opened as Node's", async () => {
  const { port1, port2 } = new MessageChannel();
  const near = openThreadPort(port1);
  const far = openThreadPort(port2);
  return { near, far, farOutlivesNear: true, dispose: () => near.close() };
});

describePort(runner, "a port to a worker thread", threadPair);

async function threadPair(): Promise<PortPair> {
  const { port1, port2 } = new MessageChannel();
  const thread = new Worker(await threadScript(), { workerData: port2, transferList: [port2] });
  const control = port1 as unknown as Parameters<typeof remotePort>[0];
  const far = await remotePort(control);
  const dispose = (): void => {
    void thread.terminate();
    port1.close();
  };
  return { near: threadPort(thread), far, farOutlivesNear: false, kill: () => far.die(), dispose };
}

let script: Promise<URL> | undefined;
/** Node 20 reads no TypeScript, so the thread's script is bundled first. */
function threadScript(): Promise<URL> {
  script ??= build({
    entryPoints: ["test/fixtures/threads/node-port-thread.ts"],
    absWorkingDir: new URL("../..", import.meta.url).pathname,
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  }).then(({ outputFiles }) => new URL(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`));
  return script;
}

describe("loopbackChannel", () => {
  it("lets an end be posted to the other side, which opens it there", async () => {
    const outer = loopbackChannel();
    const inner = loopbackChannel();
    const heard = listen(outer.b);
    outer.a.post({ end: inner.b }, [inner.b]);
    await heard.count(1);
    const arrived = listen(openLoopbackPort((heard.messages[0] as { end: object }).end));
    inner.a.post("through the end that was sent");
    await arrived.count(1);
    expect(arrived.messages).to.deep.equal(["through the end that was sent"]);
  });
});
