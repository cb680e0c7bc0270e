import { describe, expect, it } from "vitest";
import { isEngineError } from "../../src/base/errors.ts";
import { parseBootReply, parseEnvelope, parseHello, parsePeerOffer } from "../../src/protocol/parse.ts";

function found(parse: () => unknown): string {
  try {
    parse();
  } catch (error) {
    if (isEngineError(error, "protocol-violated")) return error.details.found;
    throw error;
  }
  return expect.fail("it was accepted");
}

describe("parseEnvelope", () => {
  it("accepts messages that have a kind, and an envelope without any", () => {
    const envelope = [{ kind: "stop" }];
    expect(parseEnvelope(envelope)).to.equal(envelope);
    expect(parseEnvelope([])).to.deep.equal([]);
  });

  it("refuses everything else, and says what it found", () => {
    const strange = [undefined, null, 7, "stop", { kind: "stop" }, [{ kind: 1 }], [null], [[]]];
    expect(strange.map((value) => found(() => parseEnvelope(value)))).to.deep.equal([
      ...["undefined", "object", "number", "string", "stop", "an array", "an array", "an array"],
    ]);
  });
});

describe("parseHello, parseBootReply, parsePeerOffer", () => {
  it("tell the messages of the handshake from others", () => {
    expect(parseHello({ kind: "hello" })).to.deep.equal({ kind: "hello" });
    expect(found(() => parseHello({ kind: "ready" }))).to.equal("ready");
    expect(parseBootReply({ kind: "not-ready", text: "" }).kind).to.equal("not-ready");
    expect(found(() => parseBootReply({ kind: "hello" }))).to.equal("hello");
    expect(parsePeerOffer({ kind: "peer" })?.kind).to.equal("peer");
    expect(parsePeerOffer([])).to.equal(undefined);
  });
});
