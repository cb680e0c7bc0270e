import { describe, expect, it } from "vitest";
import { Links, SERVER_NODE } from "../../../src/lab/simulation/links.ts";
import type { NetworkModel } from "../../../src/lab/simulation/network.ts";

const network: NetworkModel = {
  name: "plain",
  near: { latency: 1, bytesPerMs: 100 },
  far: { latency: 10, bytesPerMs: 10 },
  server: "own-node",
  movesResults: false,
};

describe("Links", () => {
  it("carries a message without results in the latency alone", () => {
    const links = new Links(network, 2);
    expect(links.send(5, 0, 0, 0)).toEqual({ left: 5, arrived: 6 });
    expect(links.send(5, 0, 1, 0)).toEqual({ left: 5, arrived: 15 });
    expect(links.send(5, 1, SERVER_NODE, 0)).toEqual({ left: 5, arrived: 15 });
  });

  it("has transfers inside a node wait for each other, and not for those of another node", () => {
    const links = new Links(network, 2);
    expect(links.send(0, 0, 0, 200)).toEqual({ left: 2, arrived: 3 });
    expect(links.send(0, 0, 0, 200)).toEqual({ left: 4, arrived: 5 });
    expect(links.send(0, 1, 1, 200)).toEqual({ left: 2, arrived: 3 });
  });

  it("has transfers from one node wait at its link up, and those to one node at its link down", () => {
    const links = new Links(network, 3);
    expect(links.send(0, 0, 1, 100)).toEqual({ left: 10, arrived: 20 });
    expect(links.send(0, 0, 2, 100), "the same way up").toEqual({ left: 20, arrived: 30 });
    expect(links.send(0, 2, 1, 100), "the same way down").toEqual({ left: 10, arrived: 30 });
    expect(links.send(0, 1, 0, 100), "the other way").toEqual({ left: 10, arrived: 20 });
  });
});
