// Links through the page, on the source. With real workers: test/engines/ports.test.ts.
import { MessageChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { loopbackChannel } from "../../src/transport/loopback-port.ts";
import type { Port } from "../../src/transport/port.ts";
import { Exchange } from "../../src/transport/relay.ts";
import { openThreadPort } from "../../src/transport/worker-threads-port.ts";
import { describePort, listen } from "../conformance/port-suite.ts";
import { LINK, relayOn, relayPair } from "../support/relay-pairs.ts";

const runner = { describe, it };

describePort(runner, "a link through the page over loopback ports", () =>
  relayPair(() => {
    const { a: page, b: worker } = loopbackChannel();
    return { page, worker };
  }),
);

describePort(runner, "a link through the page over Node's MessagePorts", () =>
  relayPair(() => {
    const { port1, port2 } = new MessageChannel();
    return { page: openThreadPort(port1), worker: openThreadPort(port2) };
  }),
);

describe("Exchange", () => {
  it("passes on what a worker moves or copies, and keeps no buffer", async () => {
    const passed: { readonly message: unknown; readonly transfer: readonly object[] }[] = [];
    const { page, worker } = wire();
    const other = recorder(passed);
    const exchange = new Exchange();
    exchange.connect(LINK, page, other);
    page.listen({ message: (value) => exchange.take(page, value), closed: () => {} });
    const port = relayOn(worker).open(LINK);
    const moved = new Uint8Array(4096);
    const copied = new Float64Array(512);
    const small = new Uint8Array(8);
    port.post({ values: [moved, { copied }, small], shared: new Int32Array(new SharedArrayBuffer(4096)) }, [
      moved.buffer,
    ]);
    await until(() => passed.length === 1);
    expect(moved.byteLength, "the sender's buffer is gone").to.equal(0);
    expect(copied.byteLength, "the copied one is not").to.equal(4096);
    const { message, transfer } = passed[0] as (typeof passed)[0];
    const { values } = (message as { message: { values: [Uint8Array, { copied: Float64Array }] } }).message;
    expect(transfer).to.have.members([values[0].buffer, values[1].copied.buffer]);
    page.close();
  });

  it("tells the others when a worker is gone, and takes nothing more for its links", async () => {
    const [a, b, c] = [wire(), wire(), wire()];
    const exchange = new Exchange();
    exchange.connect(1, a.page, b.page);
    exchange.connect(2, c.page, a.page);
    exchange.connect(3, b.page, c.page);
    for (const { page } of [a, b, c]) {
      page.listen({ message: (value) => exchange.take(page, value), closed: () => exchange.leave(page) });
    }
    const [relayB, relayC] = [relayOn(b.worker), relayOn(c.worker)];
    const [one, two, three] = [relayB.open(1), relayC.open(2), relayC.open(3)].map(listen) as [
      ...ReturnType<typeof listen>[],
    ];
    a.worker.close();
    await Promise.all([one?.end(), two?.end()]);
    expect(three?.reasons).to.deep.equal([]);
    relayB.open(3).post("still there");
    await three?.count(1);
    for (const { page } of [b, c]) page.close();
  });

  it("takes no message of a link from a worker that is not at its end", () => {
    const passed: { readonly message: unknown; readonly transfer: readonly object[] }[] = [];
    const [a, b, c] = [recorder(passed), recorder(passed), recorder(passed)];
    const exchange = new Exchange();
    exchange.connect(LINK, a, b);
    expect(exchange.take(c, { kind: "relay", link: LINK, message: "not mine" })).to.equal(true);
    expect(exchange.take(c, { kind: "relay-closed", link: LINK })).to.equal(true);
    expect(passed).to.deep.equal([]);
    expect(exchange.take(a, [{ kind: "relay" }]), "an envelope").to.equal(false);
  });

  it("closes a link at both ends when a message cannot be passed on", () => {
    const passed: { readonly message: unknown; readonly transfer: readonly object[] }[] = [];
    const [a, b] = [recorder(passed), refuser(passed)];
    const exchange = new Exchange();
    exchange.connect(LINK, a, b);
    exchange.take(a, { kind: "relay", link: LINK, message: "no" });
    expect(passed.map(({ message }) => message)).to.deep.equal([
      { kind: "relay-closed", link: LINK },
      { kind: "relay-closed", link: LINK },
    ]);
  });
});

type Passed = { readonly message: unknown; readonly transfer: readonly object[] }[];

/** A worker's own port at the page that only notes what is sent. */
function recorder(passed: Passed): Port {
  return {
    post: (message, transfer = []) => void passed.push({ message, transfer }),
    listen: () => {},
    close: () => {},
  };
}

/** The same, but nothing can be sent over it except that it is over. */
function refuser(passed: Passed): Port {
  const port = recorder(passed);
  return {
    ...port,
    post: (message, transfer) => {
      if ((message as { kind: string }).kind === "relay") throw new DOMException("no", "DataCloneError");
      port.post(message, transfer);
    },
  };
}

function wire(): { readonly page: Port; readonly worker: Port } {
  const { port1, port2 } = new MessageChannel();
  return { page: openThreadPort(port1), worker: openThreadPort(port2) };
}

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 1));
}
