// The roads between workers: a port of their own for each pair, or links through this thread. Which is better depends on
// the browser engine, by up to hundreds of times, so that it is measured: once, with the first two workers that are up.

import { parseRouteNews } from "../protocol/parse.ts";
import type { PeerOffer, ProbeOrder } from "../protocol/peer.ts";
import type { Channel, Port } from "../transport/port.ts";
import { Exchange } from "../transport/relay.ts";

/** "ports": between workers directly; "page": through the thread that created the cluster. */
export type RouteName = "ports" | "page";

export interface RoutesOptions {
  /** Whether two workers are on different nodes. */
  areFar(a: number, b: number): boolean;
  readonly choice: RouteName | "auto";
  /** Whether "auto" measures; "ports" otherwise. */
  readonly measures: boolean;
  /** Makes a channel whose ends can be posted to workers. */
  channel(): Channel;
}

/** Data that goes through this thread waits when it is busy: that is taken only when it is this many times faster. */
const CLEARLY = 1.5;
/** Milliseconds that `settled` waits at most. */
const PATIENCE = 150;

/** What the first measurement in this thread found. */
let found: RouteName | undefined;

export class Routes {
  readonly #options: RoutesOptions;
  readonly #exchange = new Exchange();
  readonly #ports = new Map<number, Port>();
  /** By link: the workers that it joins. Only the latest link of a pair is here. */
  readonly #pairs = new Map<number, readonly [number, number]>();
  /** By pair: its latest link. */
  readonly #links = new Map<string, number>();
  #nextLink = 0;
  #probe: { readonly workers: readonly [number, number]; readonly done: Promise<void>; end(): void } | undefined;

  constructor(options: RoutesOptions) {
    this.#options = options;
  }

  /** The route for pairs that are connected from now on. */
  get name(): RouteName {
    const { choice, measures } = this.#options;
    if (choice !== "auto") return choice;
    return (measures ? found : undefined) ?? "ports";
  }

  /** Takes a worker in: what concerns routes is kept from whoever listens to the port that is returned. */
  join(worker: number, port: Port): Port {
    this.#ports.set(worker, port);
    this.#measure();
    const leave = (): void => this.#leave(worker, port);
    return {
      post: (message, transfer) => port.post(message, transfer),
      listen: (listener) =>
        port.listen({
          message: (value) => {
            if (!this.#take(worker, port, value)) listener.message(value);
          },
          closed: (reason) => {
            leave();
            listener.closed(reason);
          },
        }),
      close() {
        leave();
        port.close();
      },
      hold: (isHeld) => port.hold?.(isHeld),
    };
  }

  /** Gives two workers a route to each other. */
  connect(a: number, b: number): void {
    this.#connectBy(this.name, a, b);
  }

  /** Ends when it is known which route is taken, or after a short time. */
  async settled(): Promise<void> {
    await this.#probe?.done;
  }

  #connectBy(route: RouteName, a: number, b: number): void {
    const portA = this.#ports.get(a);
    const portB = this.#ports.get(b);
    if (portA === undefined || portB === undefined) return; // the reactor will hear that one is gone
    const link = this.#nextLink++;
    const pair = `${Math.min(a, b)} ${Math.max(a, b)}`;
    this.#pairs.delete(this.#links.get(pair) ?? link);
    this.#links.set(pair, link);
    this.#pairs.set(link, [a, b]);
    const isFar = this.#options.areFar(a, b);
    const toA: PeerOffer = { kind: "peer", worker: b, link, isFar };
    const toB: PeerOffer = { kind: "peer", worker: a, link, isFar };
    if (route === "page") {
      this.#exchange.connect(link, portA, portB);
      portA.post(toA);
      portB.post(toB);
    } else {
      const ends = this.#options.channel();
      portA.post({ ...toA, port: ends.a } satisfies PeerOffer, [ends.a]);
      portB.post({ ...toB, port: ends.b } satisfies PeerOffer, [ends.b]);
    }
  }

  #take(worker: number, port: Port, value: unknown): boolean {
    if (Array.isArray(value)) return false; // an envelope
    if (this.#exchange.take(port, value)) return true;
    const news = parseRouteNews(value);
    if (news === undefined) return false;
    if (news.kind === "route-lost") {
      const pair = this.#pairs.get(news.link);
      if (pair?.includes(worker)) this.#connectBy("page", ...pair);
    } else if (this.#probe?.workers.includes(worker)) {
      found ??= CLEARLY * news.page < news.ports ? "page" : "ports";
      this.#probe.end();
    }
    return true;
  }

  #leave(worker: number, port: Port): void {
    if (!this.#ports.delete(worker)) return;
    this.#exchange.leave(port);
    for (const [link, pair] of this.#pairs) if (pair.includes(worker)) this.#pairs.delete(link);
    for (const [pair, link] of this.#links) if (!this.#pairs.has(link)) this.#links.delete(pair);
    if (this.#probe?.workers.includes(worker)) this.#probe.end();
  }

  /** Has two workers measure, when they are there and nobody has. */
  #measure(): void {
    const { choice, measures, channel } = this.#options;
    if (choice !== "auto" || !measures || found !== undefined || this.#probe !== undefined) return;
    const [first, second] = this.#ports;
    if (first === undefined || second === undefined) return;
    const [[a, portA], [b, portB]] = [first, second];
    let end = (): void => {};
    const done = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE);
      end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#probe = { workers: [a, b], done, end };
    const link = this.#nextLink++;
    const ends = channel();
    this.#exchange.connect(link, portA, portB);
    portA.post({ kind: "probe", role: "echo", link, port: ends.a } satisfies ProbeOrder, [ends.a]);
    portB.post({ kind: "probe", role: "measure", link, port: ends.b } satisfies ProbeOrder, [ends.b]);
  }
}
