// What must be left of a simulated cluster when everything is released: nothing.
import { expect } from "vitest";
import type { Simulation } from "./simulation.ts";

/** Expects that no row, no result and no message is left. */
export function checkQuiet(
  sim: Simulation,
  { messages, requests }: { readonly messages: number; readonly requests: number },
): void {
  const { reactor, facts, workers } = sim;
  const { state } = reactor;
  expect(messages, "messages are on their way").to.equal(0);
  expect(requests, "requests are not handled").to.equal(0);
  expect(state.tasks.count, "rows are in use").to.equal(0);
  expect(state.futures.size, "futures are known").to.equal(0);
  expect(state.submissions.size, "submissions are known").to.equal(0);
  const { values } = state.tasks;
  expect(values.filter((value) => value !== undefined).length, "values are kept").to.equal(0);
  expect(reactor.hasLeftovers, "something is left to be done").to.equal(false);
  expect([...facts.tasks.keys()], "tasks that the scheduler still knows").to.deep.equal([]);
  const { taking, failures, targets, transfers, losses, lostResults, shared } = state.tasks;
  for (const [name, map] of Object.entries({ taking, failures, targets, transfers, losses, lostResults, shared })) {
    expect([...map.keys()], `what is remembered beside the table as "${name}"`).to.deep.equal([]);
  }
  expect([...state.runs.keys()], "calls on all workers that are not answered").to.deep.equal([]);
  for (const [id, worker] of workers) {
    const { machine, executing, store } = worker;
    const left = { data: machine.data.count, bytes: machine.data.bytes, orders: machine.orders.count };
    const { wanted, openRequests } = machine.exchange?.fetching ?? {};
    const stored = { stored: machine.data.storedBytes, kept: store?.count ?? 0, isWaiting: machine.storing?.isWaiting };
    const all = { ...left, ...stored, wanted, openRequests, executing: executing.length };
    const nothing = { data: 0, bytes: 0, orders: 0, wanted: 0, openRequests: 0, executing: 0 };
    expect(all, `worker ${id}`).to.deep.equal({ ...nothing, stored: 0, kept: 0, isWaiting: false });
  }
}
