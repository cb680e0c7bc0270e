// Loads the parts of a worker's script: each is a file beside it. Where nobody copied the files the thread that started
// this one is asked for the text.
import { EngineError } from "../base/errors.ts";
import type { Hello } from "../protocol/boot.ts";
import type { PartName, PartWanted } from "../protocol/part.ts";
import { parsePartText } from "../protocol/part.ts";
import type { Port } from "../transport/port.ts";

export class Parts {
  readonly #parent: Port;
  readonly #loading = new Map<PartName, Promise<unknown>>();
  /** Those who wait for a text. */
  readonly #asked = new Map<PartName, (text: string | undefined) => void>();
  /** What is not beside the script. */
  readonly texts: Partial<Record<PartName, string>> = {};
  #isClosed = false;

  constructor(parent: Port) {
    this.#parent = parent;
  }

  /** These are not beside the script. */
  know(texts: Hello["parts"]): void {
    Object.assign(this.texts, texts);
  }

  /** The module that `importFile` imports, loaded once. @throws {EngineError} module-failed, naming the files to copy */
  load<Part>(name: PartName, importFile: () => Promise<Part>): Promise<Part> {
    const known = this.#loading.get(name) as Promise<Part> | undefined;
    if (known !== undefined) return known;
    const part = this.#load(name, importFile);
    this.#loading.set(name, part);
    return part;
  }

  /** Takes a message, if it answers a question of ours. */
  take(value: unknown): boolean {
    const answer = parsePartText(value);
    if (answer === undefined) return false;
    this.#asked.get(answer.name)?.(answer.text);
    this.#asked.delete(answer.name);
    return true;
  }

  /** Nobody will answer any more. */
  close(): void {
    this.#isClosed = true;
    for (const resolve of this.#asked.values()) resolve(undefined);
    this.#asked.clear();
  }

  async #load<Part>(name: PartName, importFile: () => Promise<Part>): Promise<Part> {
    let cause: unknown;
    try {
      if (this.texts[name] === undefined) return await importFile();
    } catch (error) {
      cause = error;
    }
    const text = this.texts[name] ?? (await this.#ask(name));
    if (text === undefined) throw missing(name, cause, "missing");
    this.texts[name] = text;
    const url = `data:text/javascript,${encodeURIComponent(text)}`;
    try {
      return (await import(/* @vite-ignore */ /* webpackIgnore: true */ url)) as Part;
    } catch (error) {
      throw missing(name, cause, `refused: ${String(error).replace(url, "data:")}`); // some browsers name the URL in full
    }
  }

  #ask(name: PartName): Promise<string | undefined> {
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve(undefined);
      this.#asked.set(name, resolve);
      this.#parent.post({ kind: "part-wanted", name } satisfies PartWanted);
    });
  }
}

function missing(name: PartName, cause: unknown, copy: string): EngineError<"module-failed"> {
  const message = `Cannot load part "${name}" of the worker's script: it is not beside the script (${String(cause)}) and a copy from the page is ${copy}, must be copied with it: worker*.js, not worker.js alone`;
  return new EngineError("module-failed", message, { url: "worker*.js", name }, { cause });
}
