import { describe, expect, it } from "vitest";
import { isEngineError } from "../../src/base/errors.ts";
import type { PartText } from "../../src/protocol/part.ts";
import { parsePartWanted } from "../../src/protocol/part.ts";
import { loopbackChannel } from "../../src/transport/loopback-port.ts";
import { Parts } from "../../src/worker/parts-port.ts";

interface Part {
  readonly answer: number;
}

/** The parts of a worker whose page has this text for each of them; undefined: it has none, or (`isSilent`) says nothing. */
function partsWith(text: string | undefined, { isSilent = false } = {}) {
  const { a: page, b: worker } = loopbackChannel();
  const parts = new Parts(worker);
  const asked: string[] = [];
  page.listen({
    message(value) {
      const wanted = parsePartWanted(value);
      if (wanted === undefined) return;
      asked.push(wanted.name);
      if (!isSilent) page.post({ kind: "part", name: wanted.name, text } satisfies PartText);
    },
    closed: () => {},
  });
  worker.listen({ message: (value) => void parts.take(value), closed: () => parts.close() });
  return { parts, asked, page };
}

const found = async (): Promise<Part> => ({ answer: 1 });
const lost = (): Promise<Part> => Promise.reject(new TypeError("404"));
const errorOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.fail("it was loaded"),
    (error: unknown) => error as Error,
  );

describe("Parts", () => {
  it("imports the file beside the script, once, and asks nobody", async () => {
    const { parts, asked } = partsWith("export const answer = 2;");
    let imports = 0;
    const load = (): Promise<Part> => {
      imports++;
      return found();
    };
    const both = await Promise.all([parts.load("large", load), parts.load("large", load)]);
    expect(both.map(({ answer }) => answer)).to.deep.equal([1, 1]);
    expect({ imports, asked }).to.deep.equal({ imports: 1, asked: [] });
  });

  it("asks for the text of what is not beside the script, once", async () => {
    const { parts, asked } = partsWith("export const answer = 2; // 100% ü");
    const both = await Promise.all([parts.load("large", lost), parts.load("large", lost)]);
    expect(both.map(({ answer }) => answer)).to.deep.equal([2, 2]);
    expect(asked).to.deep.equal(["large"]);
  });

  it("asks nobody for what it was given", async () => {
    const { parts, asked } = partsWith(undefined);
    parts.know({ executors: "export const answer = 3;" });
    expect((await parts.load("executors", found)).answer).to.equal(3);
    expect(asked).to.deep.equal([]);
  });

  it("names the part, the cause and the files to copy when there is no text either", async () => {
    const { parts } = partsWith(undefined);
    const error = await errorOf(parts.load("exchange", lost));
    expect(isEngineError(error, "module-failed")).to.equal(true);
    expect(error.message).to.match(/part "exchange".*404.*missing.*worker\*\.js/);
  });

  it("names them when the text must not be imported", async () => {
    const { parts } = partsWith("throw new Error('refused by a policy')");
    const error = await errorOf(parts.load("exchange", lost));
    expect(error.message).to.match(/404.*refused: .*policy.*worker\*\.js/);
  });

  it("leaves nobody waiting when its thread ends before the answer", async () => {
    const { parts, asked, page } = partsWith("", { isSilent: true });
    const pending = errorOf(parts.load("spill", lost));
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    page.close();
    expect((await pending).message).to.include("worker*.js");
    expect((await errorOf(parts.load("pack", lost))).message, "and none who asks later").to.include("worker*.js");
  });
});
