// A file in Deno, ours and bare; a script of its own, that prints what it measured as JSON.
import { openStore } from "../../src/storage/open-store.ts";
import { beginScratch, endScratch, newSession } from "../../src/storage/scratch-store.ts";
import { measurePairs } from "./pairs.ts";

/** The part of Deno that is used here; Deno's own types are not installed. */
declare const Deno: {
  makeTempFile(): Promise<string>;
  remove(path: string): Promise<void>;
  open(path: string, options: object): Promise<DenoFile>;
};
interface DenoFile {
  seekSync(offset: number, whence: 0): number;
  readSync(into: Uint8Array): number | null;
  writeSync(bytes: Uint8Array): number;
  close(): void;
}

const session = newSession();
await beginScratch(session);
const store = await openStore("files", { session, worker: 1 }, { timeout: 10_000 });
const path = await Deno.makeTempFile();
const file = await Deno.open(path, { read: true, write: true });
const pairs = await measurePairs(
  store,
  {
    async write(values) {
      values.forEach((value, i) => {
        file.seekSync(i * value.length, 0);
        file.writeSync(value);
      });
    },
    async read(count, size) {
      return Array.from({ length: count }, (_, i) => {
        const bytes = new Uint8Array(size);
        file.seekSync(i * size, 0);
        file.readSync(bytes);
        return bytes;
      });
    },
    delete: async () => {},
  },
  true,
);
file.close();
await Deno.remove(path);
await store.close();
await endScratch(session, ["files"], [1]);
console.log(JSON.stringify(pairs));
