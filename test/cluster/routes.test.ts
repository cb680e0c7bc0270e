// Routes at the page, with workers' ports in this thread. What real workers make of them: support/cluster/routes.ts.
import { describe, expect, it } from "vitest";
import { Routes } from "../../src/cluster/routes.ts";
import type { PeerOffer, ProbeOrder } from "../../src/protocol/peer.ts";
import { loopbackChannel, openLoopbackPort } from "../../src/transport/loopback-port.ts";
import type { Port } from "../../src/transport/port.ts";
import { compareRoutes, echoOn } from "../../src/transport/probe-port.ts";
import { Relay } from "../../src/transport/relay-port.ts";
import { listen } from "../conformance/port-suite.ts";

describe("Routes", () => {
  it("joins two workers by a port of their own", async () => {
    const { routes, workers } = start("ports");
    routes.connect(0, 1);
    const [toOne, toZero] = await Promise.all([workers[0].offer(), workers[1].offer()]);
    expect([toOne.worker, toZero.worker]).to.deep.equal([1, 0]);
    expect(toOne.link).to.equal(toZero.link);
    expect([toOne.port, toZero.port].every((port) => typeof port === "object")).to.equal(true);
    await expectToMeet(workers[0].open(toOne), workers[1].open(toZero));
  });

  it("or by a link through the page, which the listener of a worker's port never sees", async () => {
    const { routes, workers } = start("page");
    routes.connect(0, 1);
    const [toOne, toZero] = await Promise.all([workers[0].offer(), workers[1].offer()]);
    expect(toOne).not.to.have.property("port");
    await expectToMeet(workers[0].open(toOne), workers[1].open(toZero));
    workers[0].own.post(["an envelope"]);
    workers[0].own.post({ kind: "stray" });
    await workers[0].heard.count(2);
    expect(workers[0].heard.messages).to.deep.equal([["an envelope"], { kind: "stray" }]);
    expect(workers[1].heard.messages).to.deep.equal([]);
  });

  it("goes over to the page, once, when both ends say that a port is lost", async () => {
    const { routes, workers } = start("ports");
    routes.connect(0, 1);
    const [{ link }] = await Promise.all([workers[0].offer(), workers[1].offer()]);
    for (const { own } of workers) own.post({ kind: "route-lost", link });
    const [toOne, toZero] = await Promise.all([workers[0].offer(), workers[1].offer()]);
    expect(toOne.link).to.equal(toZero.link).and.not.equal(link);
    expect(toOne).not.to.have.property("port");
    await expectToMeet(workers[0].open(toOne), workers[1].open(toZero));
    expect(
      workers.map(({ offers }) => offers.length),
      "no further offers",
    ).to.deep.equal([0, 0]);
  });

  it("does nothing about a route whose other worker is gone, and tells the end that is left", async () => {
    const { routes, workers } = start("page");
    routes.connect(0, 1);
    const [toOne] = await Promise.all([workers[0].offer(), workers[1].offer()]);
    const end = listen(workers[0].open(toOne));
    workers[1].own.close();
    await end.end();
    workers[0].own.post({ kind: "route-lost", link: toOne.link });
    routes.connect(0, 1);
    await workers[1].heard.end();
    workers[0].own.post(["after it"]);
    await workers[0].heard.count(1);
    expect(workers[0].offers).to.deep.equal([]);
  });

  it("has the first two workers measure, and settles when they have or one of them is gone", async () => {
    const { routes, workers } = start("auto");
    const settled = routes.settled();
    const [echo, measure] = await Promise.all([workers[0].order(), workers[1].order()]);
    expect([echo.role, measure.role]).to.deep.equal(["echo", "measure"]);
    echoOn(workers[0].relay.open(echo.link));
    echoOn(openLoopbackPort(echo.port));
    const routesOfOne = { ports: openLoopbackPort(measure.port), page: workers[1].relay.open(measure.link) };
    const times = await compareRoutes(routesOfOne);
    expect(times.ports).to.be.within(0, 100);
    expect(times.page).to.be.within(0, 100);
    workers[1].own.post({ kind: "probed", ports: 3, page: 1 });
    await settled;
    expect(routes.name).to.equal("page");
    expect(start("auto").routes.name, "known from now on").to.equal("page");
    expect(start("ports").routes.name).to.equal("ports");
  });
});

describe("compareRoutes", () => {
  it("gives up a route that ends or never answers, and says how the other one is", async () => {
    const [good, silent, broken] = [loopbackChannel(), loopbackChannel(), loopbackChannel()];
    echoOn(good.b);
    broken.b.close();
    const first = await compareRoutes({ ports: broken.a, page: good.a });
    expect(first.ports).to.equal(Number.POSITIVE_INFINITY);
    expect(first.page).to.be.below(100);
    const answering = loopbackChannel();
    echoOn(answering.b);
    const second = await compareRoutes({ ports: silent.a, page: answering.a });
    expect(second.ports).to.equal(Number.POSITIVE_INFINITY);
    expect(second.page).to.be.below(100);
  });
});

interface FakeWorker {
  /** The worker's end of its own port. */
  readonly own: Port;
  readonly relay: Relay;
  /** What the page's listener hears. */
  readonly heard: ReturnType<typeof listen>;
  /** Offers that nobody took yet. */
  readonly offers: readonly PeerOffer[];
  offer(): Promise<PeerOffer>;
  order(): Promise<ProbeOrder>;
  open(offer: PeerOffer): Port;
}

function start(choice: "auto" | "ports" | "page") {
  const routes = new Routes({ choice, measures: choice === "auto", channel: loopbackChannel, areFar: () => false });
  return { routes, workers: [addWorker(routes, 0), addWorker(routes, 1)] as const };
}

/** Two workers' worth of ports; the workers only note what they are offered. */
function addWorker(routes: Routes, worker: number): FakeWorker {
  const { a: page, b: own } = loopbackChannel();
  const relay = new Relay(own);
  const got: unknown[] = [];
  let wake = (): void => {};
  own.listen({
    message(value) {
      if (relay.take(value)) return;
      got.push(value);
      wake();
    },
    closed: () => {},
  });
  const next = async (): Promise<unknown> => {
    while (got.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return got.shift();
  };
  const heard = listen(routes.join(worker, page));
  return {
    own,
    relay,
    heard,
    offers: got as PeerOffer[],
    offer: () => next() as Promise<PeerOffer>,
    order: () => next() as Promise<ProbeOrder>,
    open: ({ link, port }) => (port === undefined ? relay.open(link) : openLoopbackPort(port)),
  };
}

async function expectToMeet(one: Port, other: Port): Promise<void> {
  const [atOne, atOther] = [listen(one), listen(other)];
  one.post("hello");
  other.post("hello yourself");
  await Promise.all([atOne.count(1), atOther.count(1)]);
  expect([atOne.messages, atOther.messages]).to.deep.equal([["hello yourself"], ["hello"]]);
}
