import { expect } from "chai";
import { openStore } from "../../src/storage/open-store.ts";
import { beginScratch, endScratch, newSession, sweepScratch } from "../../src/storage/scratch-store.ts";
import { describeStore, entryOf, expectFailure, expectSame } from "../conformance/store-suite.ts";
import { denoRunner } from "../support/deno-runner.ts";

/** The part of Deno that is used here; Deno's own types are not installed. */
declare const Deno: {
  readonly mainModule: string;
  execPath(): string;
  readonly env: { get(name: string): string | undefined };
  readDir(path: string): AsyncIterable<{ readonly name: string }>;
  readonly Command: new (
    program: string,
    options: object,
  ) => {
    spawn(): {
      readonly stdout: ReadableStream<Uint8Array>;
      readonly status: Promise<{ readonly success: boolean }>;
      kill(signal: string): void;
    };
    output(): Promise<{ readonly success: boolean; readonly stdout: Uint8Array; readonly stderr: Uint8Array }>;
  };
};

const { describe, it } = denoRunner;
const OPTIONS = { timeout: 5000 };
const TMP = Deno.env.get("TMPDIR") ?? "/tmp";

describeStore(denoRunner, "the file store of Deno", async ({ room }) => {
  const session = newSession();
  await beginScratch(session);
  const store = await openStore(
    "files",
    { session, worker: 1 },
    room === undefined ? OPTIONS : { ...OPTIONS, limit: room },
  );
  const dispose = async (): Promise<void> => {
    await store.close();
    expect(await endScratch(session, ["files"], [1])).to.deep.equal([]);
    expect(await listFolder(session)).to.equal(undefined);
  };
  return { store, dispose };
});

describe("the file store of Deno", () => {
  it("is what `auto` finds", async () => {
    const session = newSession();
    const store = await openStore("auto", { session, worker: 1 }, OPTIONS);
    expect(store.kind).to.equal("files");
    await store.close();
    await endScratch(session, ["files"], [1]);
  });

  it("keeps what it has when its folder is removed under it", async () => {
    const session = newSession();
    const store = await openStore("files", { session, worker: 1 }, OPTIONS);
    await store.write([entryOf(1, 100_000)]);
    await endScratch(session, ["files"], [1]);
    expectSame(await store.read([1]), [entryOf(1, 100_000).parts]);
    await store.close();
  });

  it("says which stores there are none of", async () => {
    const name = { session: newSession(), worker: 1 };
    await expectFailure(openStore("indexeddb", name, OPTIONS), "unavailable");
    await expectFailure(openStore("opfs", name, OPTIONS), "unavailable");
  });

  it("is `unavailable` where Deno does not permit it, and prompts nobody", async () => {
    const text = await runElsewhere(
      ["--allow-read=.", "--allow-env"],
      [
        `const error = await openStore("auto", { session: newSession(), worker: 1 }, { timeout: 5000 }).catch((e) => e);`,
        `await sweepScratch();`,
        `console.log(error.failure, await beginScratch(newSession()), error.message);`,
      ],
    );
    expect(text).to.match(/^unavailable false Cannot .*access to ".*" must be permitted/);
  });

  it("needs no more than to read and write the temporary folder", async () => {
    const text = await runElsewhere(
      [`--allow-read=.,/tmp`, `--allow-write=/tmp`],
      [
        `const session = newSession();`,
        `console.log(await beginScratch(session));`,
        `const store = await openStore("auto", { session, worker: 1 }, { timeout: 5000 });`,
        `await store.write([{ key: 1, parts: [new Uint8Array(70000).fill(7)] }]);`,
        `console.log(store.kind, (await store.read([1]))[0][0][69999]);`,
        `await store.close();`,
        `await sweepScratch();`,
        `console.log((await endScratch(session, ["files"], [1])).length);`,
      ],
    );
    expect(text.split("\n")).to.deep.equal(["true", "files 7", "0"]);
  });
});

describe("scratch in Deno", () => {
  it("outlives a sweep while its process lives, and is swept when that was killed", async () => {
    const child = spawn(
      ["--allow-all"],
      [
        `const session = newSession();`,
        `await beginScratch(session);`,
        `const store = await openStore("files", { session, worker: 1 }, { timeout: 5000 });`,
        `console.log(session);`,
        `setInterval(() => {}, 1000);`,
      ],
    ).spawn();
    const reader = child.stdout.getReader();
    const session = new TextDecoder().decode((await reader.read()).value).trim();
    await sweepScratch();
    expect((await listFolder(session))?.sort()).to.deep.equal(["1.slab", "owner"]);
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    await sweepScratch();
    expect(await listFolder(session)).to.equal(undefined);
  });

  it("leaves alone a second cluster of the same process", async () => {
    const [first, second] = [newSession(), newSession()];
    await Promise.all([first, second].map(beginScratch));
    await sweepScratch();
    expect(await endScratch(first, ["files"], [])).to.deep.equal([]);
    expect(await listFolder(second)).to.deep.equal(["owner"]);
    expect(await endScratch(second, ["files"], [])).to.deep.equal([]);
  });
});

async function listFolder(session: string): Promise<string[] | undefined> {
  try {
    const names: string[] = [];
    for await (const { name } of Deno.readDir(`${TMP}/weftwork-${session}`)) names.push(name);
    return names;
  } catch {
    return undefined;
  }
}

/** A Deno of its own that runs `lines` with these permissions and no terminal. */
function spawn(permissions: readonly string[], lines: readonly string[]): InstanceType<typeof Deno.Command> {
  const source = [
    `import { openStore } from ${path("open-store.ts")};`,
    `import { beginScratch, endScratch, newSession, sweepScratch } from ${path("scratch-store.ts")};`,
    ...lines,
  ];
  const flags = ["run", "--quiet", "--no-lock", "--node-modules-dir=manual", "--no-check", ...permissions];
  const script = `data:text/typescript,${encodeURIComponent(source.join("\n"))}`;
  return new Deno.Command(Deno.execPath(), {
    args: [...flags, script],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

async function runElsewhere(permissions: readonly string[], lines: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await spawn(permissions, lines).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

function path(file: string): string {
  return JSON.stringify(new URL(`../../src/storage/${file}`, import.meta.url).href);
}
