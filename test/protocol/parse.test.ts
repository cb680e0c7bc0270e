import { describe, expect, it } from "vitest";
import { isEngineError } from "../../src/base/errors.ts";
import {
  parseBootReply,
  parseHello,
  parsePeerMessage,
  parsePeerOffer,
  parseReactorEnvelope,
  parseWorkerEnvelope,
} from "../../src/protocol/parse.ts";

function found(parse: () => unknown): string {
  try {
    parse();
  } catch (error) {
    if (isEngineError(error, "protocol-violated")) return error.details.found;
    throw error;
  }
  return expect.fail("it was accepted");
}

describe("parseReactorEnvelope, parseWorkerEnvelope", () => {
  it("accept messages of ours, and an envelope without any", () => {
    const envelope = [{ kind: "stop" }, { kind: "free", tasks: new Int32Array(2) }];
    expect(parseReactorEnvelope(envelope)).to.equal(envelope);
    expect(parseReactorEnvelope([])).to.deep.equal([]);
    const answer = [{ kind: "finished", tasks: new Int32Array(4) }];
    expect(parseWorkerEnvelope(answer)).to.equal(answer);
  });

  it("refuse everything else, and say what they found", () => {
    const strange = [undefined, null, 7, "stop", { kind: "stop" }, [{ kind: 1 }], [null], [[]]];
    expect(strange.map((value) => found(() => parseReactorEnvelope(value)))).to.deep.equal([
      ...["undefined", "object", "number", "string", "stop", "object", "object", "an array"],
    ]);
  });

  it("refuse what a user's task posts, and what comes without its columns", () => {
    expect(found(() => parseWorkerEnvelope([{ kind: "progress" }]))).to.equal("progress");
    expect(found(() => parseWorkerEnvelope([{ kind: "finished" }]))).to.equal("finished");
    expect(found(() => parseWorkerEnvelope([{ kind: "finished", tasks: [1, 1, 0, 8] }]))).to.equal("finished");
    expect(found(() => parseWorkerEnvelope([{ kind: "__proto__" }]))).to.equal("__proto__");
    expect(parsePeerMessage({ kind: "fetch" })).to.equal(undefined);
  });
});

describe("parseHello, parseBootReply, parsePeerOffer", () => {
  it("tell the messages of the handshake from others", () => {
    expect(parseHello({ kind: "hello" })).to.deep.equal({ kind: "hello" });
    expect(found(() => parseHello({ kind: "ready" }))).to.equal("ready");
    expect(parseBootReply({ kind: "not-ready", phase: "ready", text: "" }).kind).to.equal("not-ready");
    expect(found(() => parseBootReply({ kind: "hello" }))).to.equal("hello");
    expect(parsePeerOffer({ kind: "peer" })?.kind).to.equal("peer");
    expect(parsePeerOffer([])).to.equal(undefined);
  });
});
