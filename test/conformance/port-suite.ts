// What every port must do, whatever carries it. Yours too: `describePort(runner, "mine", async () => ({ near, far, ... }))`.
import { expect } from "chai";
import * as fc from "fast-check";
import type { Port } from "../../src/transport/port.ts";
import { cloneable, trickyValues } from "../support/cloneable-values.ts";
import type { Runner } from "../support/runner.ts";
import { isSameValue } from "../support/same-value.ts";

/** Two connected ports that nobody listens to yet. The far one may live on another thread; see remote-port.ts. */
export interface PortPair {
  readonly near: Port;
  readonly far: Port;
  /** Whether the far side can still speak when the near one has closed; a worker that is terminated cannot. */
  readonly farOutlivesNear: boolean;
  /** Deno's ports are known to empty the buffers in `transfer` even when they then refuse the message. */
  readonly emptiesWhatItRefuses?: boolean;
  /** Ends the far side by force, where that is possible and the near side can notice. */
  readonly kill?: () => void;
  /** Ends whatever the pair needed. */
  dispose(): void;
}

export function describePort({ describe, it }: Runner, title: string, openPair: () => Promise<PortPair>): void {
  describe(`${title} keeps the contract of ports`, () => {
    itWithPair("delivers messages in order, in both directions", async ({ near, far }) => {
      const atFar = listen(far);
      const atNear = listen(near);
      for (let i = 0; i < 500; i++) {
        near.post(i);
        far.post(-i);
      }
      await atFar.count(500);
      await atNear.count(500);
      expect(atFar.messages).to.deep.equal(Array.from({ length: 500 }, (_, i) => i));
      expect(atNear.messages).to.deep.equal(Array.from({ length: 500 }, (_, i) => -i));
    });

    itWithPair("delivers in a later turn, never while posting", async ({ near, far }) => {
      const atFar = listen(far);
      near.post("later");
      expect(atFar.messages).to.deep.equal([]);
      await atFar.count(1);
    });

    itWithPair("delivers what was sent before anybody listened, before what is sent after", async ({ near, far }) => {
      near.post("early");
      far.post("early");
      await turns();
      const atFar = listen(far);
      const atNear = listen(near);
      near.post("late");
      far.post("late");
      await atFar.count(2);
      await atNear.count(2);
      expect(atFar.messages).to.deep.equal(["early", "late"]);
      expect(atNear.messages).to.deep.equal(["early", "late"]);
    });

    itWithPair("sends a clone: what the sender changes afterwards is not seen", async ({ near, far }) => {
      const atFar = listen(far);
      const message = { list: [1, 2], bytes: new Uint8Array([1, 2]) };
      near.post(message);
      message.list.push(3);
      message.bytes[0] = 9;
      await atFar.count(1);
      expect(atFar.messages[0]).to.deep.equal({ list: [1, 2], bytes: new Uint8Array([1, 2]) });
      expect(atFar.messages[0]).not.to.equal(message);
    });

    for (const [name, value] of Object.entries(trickyValues)) {
      itWithPair(`carries ${name} there and back`, async ({ near, far }) => {
        const atFar = listen(far);
        const atNear = listen(near);
        near.post({ value });
        far.post({ value });
        await atFar.count(1);
        await atNear.count(1);
        const clone = structuredClone({ value }); // as far as the platform's goes: WebKit's loses the cause of an error
        expect(isSameValue(clone, atFar.messages[0]), "there").to.equal(true);
        expect(isSameValue(clone, atNear.messages[0]), "back").to.equal(true);
      });
    }

    itWithPair("carries whatever structured clone carries", async ({ near, far }) => {
      const atFar = listen(far);
      const property = fc.asyncProperty(cloneable, async (value) => {
        const before = atFar.messages.length;
        near.post([value]);
        await atFar.count(before + 1);
        if (!isSameValue([value], atFar.messages[before])) throw new Error("it arrived changed");
      });
      await fc.assert(property, { numRuns: 200, seed: 42 });
    });

    itWithPair("moves the buffers that are named, and only those", async ({ near, far }) => {
      const atFar = listen(far);
      const moved = new Uint8Array([1, 2, 3]);
      const kept = new Uint8Array([4, 5]);
      near.post({ moved, kept }, [moved.buffer]);
      expect(moved.byteLength).to.equal(0);
      expect([...kept]).to.deep.equal([4, 5]);
      await atFar.count(1);
      expect(atFar.messages[0]).to.deep.equal({ moved: new Uint8Array([1, 2, 3]), kept });
    });

    itWithPair(
      "refuses what cannot be cloned by a DataCloneError, before anything is moved",
      async ({ near, far, ...pair }) => {
        const atFar = listen(far);
        const bytes = new Uint8Array([1, 2, 3]);
        const error = thrownBy(() => near.post({ bytes, call: () => {} }, [bytes.buffer]));
        expect(error).to.have.property("name", "DataCloneError");
        expect(bytes.length).to.equal(pair.emptiesWhatItRefuses ? 0 : 3);
        near.post("still alive");
        await atFar.count(1);
        expect(atFar.messages).to.deep.equal(["still alive"]);
      },
    );

    itWithPair(
      "tells the near side once, with a reason, that the far side closed; what was sent before still arrives",
      async ({ near, far }) => {
        const atNear = listen(near);
        far.post("last words");
        far.close();
        await atNear.end();
        expect(atNear.messages).to.deep.equal(["last words"]);
        near.post("into the void");
        await turns();
        expect(atNear.reasons).to.have.length(1);
        expect(atNear.reasons[0]).to.be.instanceOf(Error);
        expect(atNear.reasons[0]).to.have.property("message").that.is.not.empty;
      },
    );

    itWithPair(
      "tells nobody on the side that closed, and delivers nothing there any more",
      async ({ near, far, ...pair }) => {
        const atNear = listen(near);
        const atFar = listen(far);
        far.post("first");
        await atNear.count(1);
        far.post("on its way");
        near.close();
        if (pair.farOutlivesNear) {
          await atFar.end();
          far.post("too late");
        }
        await turns();
        expect(atNear.messages).to.deep.equal(["first"]);
        expect(atNear.reasons).to.deep.equal([]);
      },
    );

    itWithPair("can be closed twice and after the other side", async ({ near, far }) => {
      const atNear = listen(near);
      far.close();
      await atNear.end();
      near.close();
      near.close();
      await turns();
      expect(atNear.reasons).to.have.length(1);
    });

    itWithPair("tells once that the far side died, where it can", async ({ near, far, kill }) => {
      if (kill === undefined) return;
      const atNear = listen(near);
      far.post("alive");
      await atNear.count(1);
      kill();
      await atNear.end();
      await turns();
      expect(atNear.reasons).to.have.length(1);
    });
  });

  function itWithPair(name: string, body: (pair: PortPair) => Promise<void>): void {
    it(name, async () => {
      const pair = await openPair();
      try {
        await body(pair);
      } finally {
        pair.dispose();
      }
    });
  }
}

/** What a port has delivered, and a way to wait for more. */
export interface Heard {
  readonly messages: readonly unknown[];
  readonly reasons: readonly Error[];
  count(messages: number): Promise<void>;
  end(): Promise<void>;
}

export function listen(port: Port): Heard {
  const messages: unknown[] = [];
  const reasons: Error[] = [];
  const waits = new Set<() => void>();
  const until = (isThere: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isThere()) return;
        waits.delete(look);
        resolve();
      };
      waits.add(look);
      look();
    });
  const wake = (): void => {
    for (const look of [...waits]) look();
  };
  port.listen({
    message(value) {
      messages.push(value);
      wake();
    },
    closed(reason) {
      reasons.push(reason);
      wake();
    },
  });
  return {
    messages,
    reasons,
    count: (wanted) => until(() => messages.length >= wanted),
    end: () => until(() => reasons.length > 0),
  };
}

/** Long enough for anything that is on its way to arrive; that nothing arrives cannot be waited for otherwise. */
function turns(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
}

function thrownBy(call: () => void): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
