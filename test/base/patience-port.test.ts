import { describe, expect, it } from "vitest";
import { waitAwake } from "../../src/base/patience-port.ts";

/** Has this thread hear nothing for a while, as a page that is frozen. */
function sleepThread(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe("waitAwake", () => {
  it("calls back when the time has been waited, and not before", async () => {
    const start = performance.now();
    await new Promise<void>((resolve) => void waitAwake(40, resolve));
    expect(performance.now() - start).to.be.at.least(38);
  });

  it("does not count a sleep, after which what arrived meanwhile comes first", async () => {
    const heard: string[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => heard.push("message");
    const over = new Promise<void>((resolve) => {
      waitAwake(40, () => {
        heard.push("over");
        resolve();
      });
    });
    await new Promise((resolve) => setTimeout(resolve, 35)); // in the last piece
    port2.postMessage(null);
    sleepThread(100);
    await over;
    port1.close();
    expect(heard).to.deep.equal(["message", "over"]);
  });

  it("can be told not to call", async () => {
    let calls = 0;
    const stop = waitAwake(8, () => calls++);
    await new Promise((resolve) => setTimeout(resolve, 3));
    stop();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(calls).to.equal(0);
  });
});
