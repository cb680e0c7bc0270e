// A server in a worker of its own: an engine like any other, with a page at the other end of a port in the place of a
// client. It starts the cluster's workers itself, since ports between workers are slow in some browsers (0023).
import type { EngineError } from "../base/errors.ts";
import { isWorthMoving } from "../base/int-list.ts";
import { findBuffers } from "../codec/buffers.ts";
import { encodeFailure } from "../codec/encode-failure.ts";
import type { ReactorToClient } from "../protocol/reactor-to-client.ts";
import type { Port } from "../transport/port.ts";
import type { EngineClient } from "./cluster-engine.ts";
import { Engine } from "./engine.ts";
import type { Choices } from "./options.ts";
import { openScheduler } from "./placements.ts";
import type { Platform, StartedWorker } from "./platform.ts";
import type { ResidentActor } from "./resident-actors.ts";
import type { Answers, PlacedChoices, PlacedLine, Question, ServerToPage, Started } from "./server-messages.ts";
import { parsePageMessage } from "./server-messages.ts";
import { makeRecorder } from "./tracing.ts";

export interface ServerHost {
  readonly page: Port;
  readonly platform: Platform;
  /** Starts another thread of this script. */
  startThread(): StartedWorker;
}

export class ServerThread {
  readonly #host: ServerHost;
  readonly #lines = new Map<number, ResidentActor>();
  #nextLine = 0;
  #engine: Engine | undefined;
  #toldTasks = 0;

  constructor(host: ServerHost) {
    this.#host = host;
  }

  /** What the page says. */
  onMessage(value: unknown): void {
    const message = parsePageMessage(value);
    switch (message.kind) {
      case "client":
        return this.#engine?.fromClient(message.message);
      case "page-hidden":
        return this.#engine?.pageHidden();
      case "page-restored":
        return this.#engine?.pageRestored(message.milliseconds);
      case "line-closed":
        return this.#closeLine(message.line);
      case "ask":
        return void this.#answer(message.request, message.question);
    }
  }

  async #answer(request: number, question: Question): Promise<void> {
    try {
      const value = await this.#find(question);
      const end = question.kind === "actor" ? (value as PlacedLine | undefined)?.end : undefined;
      this.#post({ kind: "answer", request, value }, end === undefined ? [] : [end]);
    } catch (error) {
      this.#post({ kind: "refused", request, failure: encodeFailure(error) });
    }
  }

  async #find(question: Question): Promise<Answers[Question["kind"]]> {
    if (question.kind === "start") return this.#start(question.choices);
    const engine = this.#engine;
    if (engine === undefined) return undefined; // it did not start, and there is nothing to close
    switch (question.kind) {
      case "scale":
        await engine.scale(question.workers);
        return undefined;
      case "recycle":
        await engine.recycle(question.worker);
        return undefined;
      case "explain":
        return engine.explain(question.place);
      case "memory":
        return engine.memory();
      case "trace":
        return engine.takeTrace();
      case "actor": {
        const line = engine.offerActorLine(question.offer);
        return line && { ...line, line: this.#addLine(engine, line.worker) };
      }
      case "close":
        engine.end();
        await engine.removeScratch();
        return undefined;
    }
  }

  async #start(placed: PlacedChoices): Promise<Started> {
    const { platform, startThread } = this.#host;
    const recorder = makeRecorder(placed.trace); // refuses what it must before a thread is started
    const scheduler = await openScheduler(placed, platform, startThread);
    const choices: Choices = { ...placed, tasks: {} };
    const engine = new Engine(choices, { platform, scheduler, recorder, idle: () => this.#tellTasks() });
    this.#engine = engine;
    engine.events.subscribe((event) => {
      if (event.kind === "closed") return; // the page knows, or hears of it by `failed`
      const joined = event.kind === "worker-joined" ? engine.workerInfo(event.worker) : undefined;
      this.#post({ kind: "event", event, joined, route: engine.info.route });
    });
    engine.attach(this.#client());
    try {
      await engine.start();
    } catch (error) {
      engine.end();
      await engine.removeScratch();
      this.#engine = undefined;
      throw error;
    }
    const { name, globals, served, info } = engine;
    return { name, globals, served, info };
  }

  /** It counts as idle: this thread lives as long as the page wants, whatever its workers do. */
  #client(): EngineClient {
    return {
      isIdle: true,
      receive: (messages) => this.#tellClient(messages),
      close: (error: EngineError<"closed">) => this.#post({ kind: "failed", failure: encodeFailure(error) }),
    };
  }

  #tellClient(messages: readonly ReactorToClient[]): void {
    this.#toldTasks = this.#engine?.tasks ?? 0;
    this.#post({ kind: "client", messages, tasks: this.#toldTasks }, movable(messages));
  }

  #tellTasks(): void {
    if (this.#engine !== undefined && this.#engine.tasks !== this.#toldTasks) this.#tellClient([]);
  }

  #addLine(engine: Engine, worker: number): number {
    const line = this.#nextLine++;
    const resident: ResidentActor = {
      worker,
      lost: (reason) => {
        this.#closeLine(line);
        this.#post({ kind: "actors-lost", worker, reason });
      },
      closed: () => {},
    };
    this.#lines.set(line, resident);
    engine.actors.add(resident);
    return line;
  }

  #closeLine(line: number): void {
    const resident = this.#lines.get(line);
    if (resident !== undefined) this.#engine?.actors.delete(resident);
    this.#lines.delete(line);
  }

  #post(message: ServerToPage, transfer: readonly object[] = []): void {
    this.#host.page.post(message, transfer);
  }
}

/** Buffers of results: they came here by a port, so that nobody else here has them. */
function movable(messages: readonly ReactorToClient[]): readonly object[] {
  const buffers = new Set<object>();
  for (const message of messages) {
    const columns =
      message.kind === "finished" ? message.futures : message.kind === "values" ? message.positions : NONE;
    if (isWorthMoving(columns)) buffers.add(columns.buffer);
    const value = message.kind === "values" ? message.values : message.kind === "ran" ? message.value : undefined;
    for (const buffer of findBuffers(value).buffers.keys()) buffers.add(buffer);
  }
  return [...buffers];
}

const NONE = new Int32Array(0);
