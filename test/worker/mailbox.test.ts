import { describe, expect, it } from "vitest";
import { Mailbox } from "../../src/worker/mailbox.ts";

/** A mailbox that waits after each message that ends in "!", until the test lets it go on. */
class Slow {
  readonly handled: string[] = [];
  readonly failures: unknown[] = [];
  readonly mailbox = new Mailbox(
    (value) => this.#deliver(value as string),
    (error) => this.failures.push(error),
  );
  #settle: (() => void)[] = [];

  async goOn(): Promise<void> {
    this.#settle.shift()?.();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }

  #deliver(value: string): Promise<void> | undefined {
    this.handled.push(value);
    if (value.startsWith("bad")) throw new Error(value);
    if (!value.endsWith("!")) return undefined;
    return new Promise<void>((resolve, reject) => {
      this.#settle.push(() => (value.startsWith("lost") ? reject(new Error(value)) : resolve()));
    });
  }
}

describe("Mailbox", () => {
  it("handles messages at once while nothing is waited for", () => {
    const { mailbox, handled } = new Slow();
    mailbox.push("a");
    mailbox.push("b");
    expect(handled).to.deep.equal(["a", "b"]);
  });

  it("holds back all that comes after a message that has to wait, and keeps the order", async () => {
    const slow = new Slow();
    for (const message of ["a", "offer!", "b", "c"]) slow.mailbox.push(message);
    expect(slow.handled).to.deep.equal(["a", "offer!"]);
    await slow.goOn();
    slow.mailbox.push("d");
    expect(slow.handled).to.deep.equal(["a", "offer!", "b", "c", "d"]);
  });

  it("waits again when a message that was held back has to wait itself", async () => {
    const slow = new Slow();
    for (const message of ["first!", "a", "second!", "b"]) slow.mailbox.push(message);
    await slow.goOn();
    slow.mailbox.push("c");
    expect(slow.handled).to.deep.equal(["first!", "a", "second!"]);
    await slow.goOn();
    expect(slow.handled).to.deep.equal(["first!", "a", "second!", "b", "c"]);
  });

  it("goes on although what was waited for was lost", async () => {
    const slow = new Slow();
    for (const message of ["lost!", "a"]) slow.mailbox.push(message);
    await slow.goOn();
    expect(slow.handled).to.deep.equal(["lost!", "a"]);
  });

  it("drops what was held back when it is closed meanwhile", async () => {
    const slow = new Slow();
    for (const message of ["offer!", "a"]) slow.mailbox.push(message);
    slow.mailbox.close();
    await slow.goOn();
    slow.mailbox.push("b");
    expect(slow.handled).to.deep.equal(["offer!"]);
  });

  it("throws what a message throws, or tells it if the message was held back, and handles the next", async () => {
    const slow = new Slow();
    expect(() => slow.mailbox.push("bad at once")).to.throw("bad at once");
    for (const message of ["offer!", "bad later", "a"]) slow.mailbox.push(message);
    await slow.goOn();
    expect(slow.failures.map(String)).to.deep.equal(["Error: bad later"]);
    expect(slow.handled.at(-1)).to.equal("a");
  });
});
