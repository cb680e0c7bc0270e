// An engine that works in a worker of its own, as the page sees it: what is asked becomes messages, and what can be asked
// for at once (`info`) is what the server said last.
import { EngineError } from "../base/errors.ts";
import type { ClassContext } from "../client/actor-class.ts";
import { decodeFailure } from "../codec/decode-failure.ts";
import { PROTOCOL_VERSION } from "../protocol/boot.ts";
import type { ClientToReactor } from "../protocol/client-to-reactor.ts";
import type { WorkerMemory } from "../protocol/memory-report.ts";
import type { TaskExplanation, TaskPlace } from "../reactor/explain.ts";
import type { TraceData } from "../trace/trace-data.ts";
import type { Port } from "../transport/port.ts";
import { bootThread } from "./boot.ts";
import type { ActorLine, ActorOffer, ClusterEngine, EngineClient } from "./cluster-engine.ts";
import { ClusterEvents } from "./events.ts";
import type { EngineInfo, WorkerInfo } from "./info.ts";
import { wholeNumber } from "./options.ts";
import type { Platform } from "./platform.ts";
import { ResidentActors } from "./resident-actors.ts";
import { sendRequest } from "./send-request.ts";
import type { Answers, PageToServer, PlacedChoices, Question, ServerHello, Started } from "./server-messages.ts";
import { parseServerMessage } from "./server-messages.ts";
import { serverBoot } from "./start-server.ts";

type QuestionOf<Kind extends Question["kind"]> = Extract<Question, { readonly kind: Kind }>;

interface Asked {
  resolve(value: never): void;
  reject(error: unknown): void;
}

export class RemoteEngine implements ClusterEngine {
  readonly events = new ClusterEvents();
  readonly actors = new ResidentActors();
  readonly #choices: PlacedChoices;
  readonly #platform: Platform;
  readonly #asked = new Map<number, Asked>();
  readonly #workers = new Map<number, WorkerInfo>();
  #nextRequest = 0;
  #port: Port | undefined;
  #started: Started | undefined;
  #tasks = 0;
  #route: EngineInfo["route"] | undefined;
  #client: EngineClient | undefined;
  #hasEnded = false;
  #ending: Promise<void> | undefined;

  constructor(choices: PlacedChoices, platform: Platform) {
    this.#choices = choices;
    this.#platform = platform;
  }

  get name(): string {
    return this.#started?.name ?? "in a worker";
  }

  get globals(): ReadonlySet<string> {
    return this.#started?.globals ?? new Set();
  }

  get served(): readonly string[] {
    return this.#started?.served ?? [];
  }

  get info(): EngineInfo {
    const info = this.#started?.info as EngineInfo; // there is no cluster before the engine has started
    const workers = [...this.#workers.values()].map((each) => ({ ...each, actors: this.actors.countOn(each.worker) }));
    return { ...info, workers, route: this.#route ?? info.route, tasks: this.#tasks };
  }

  get classContext(): ClassContext {
    const { allowSource } = this.#choices;
    return { served: this.served, allowSource, isGlobal: (name) => this.globals.has(name), onPlain: () => {} };
  }

  async start(): Promise<void> {
    const hello: ServerHello = { kind: "hello", version: PROTOCOL_VERSION, role: "server" };
    const { bootTimeout: timeout } = this.#choices;
    const boot = serverBoot(this.#platform, { name: "the server", hello, timeout });
    const { port } = await bootThread(...boot);
    this.#port = port;
    port.listen({
      message: (value) => this.#onMessage(value),
      closed: (reason) => this.#lose(reason),
    });
    this.#started = await this.#ask<"start">({ kind: "start", choices: this.#choices });
  }

  attach(client: EngineClient): void {
    this.#client = client;
    this.#holdProcess();
  }

  fromClient(message: ClientToReactor): void {
    const refused = sendRequest(message, (each, transfer) => this.#post({ kind: "client", message: each }, transfer));
    if (refused.length > 0) void Promise.resolve().then(() => this.#client?.receive(refused));
    this.#holdProcess();
  }

  /** Plain functions are called by workers, and never here. */
  rememberPlain(): void {}

  async openActorLine(offer: ActorOffer): Promise<ActorLine | undefined> {
    const found = await this.#ask<"actor">({ kind: "actor", offer });
    if (found === undefined) return undefined;
    const { worker, line, end } = found;
    const port = this.#platform.openPort(end);
    port.hold?.(false); // the server's thread is held as long as somebody waits
    const close = (): void => {
      port.close();
      this.#post({ kind: "line-closed", line });
    };
    return { worker, port: { ...port, close } };
  }

  waitForActors(more: 1 | -1): void {
    this.actors.wait(more);
    this.#holdProcess();
  }

  memory(): Promise<ReadonlyMap<number, WorkerMemory>> {
    return this.#ask<"memory">({ kind: "memory" });
  }

  takeTrace(): Promise<TraceData | undefined> {
    return this.#ask<"trace">({ kind: "trace" });
  }

  explain(place: TaskPlace): Promise<TaskExplanation | undefined> {
    return this.#ask<"explain">({ kind: "explain", place });
  }

  async scale(workers: number): Promise<void> {
    await this.#ask<"scale">({ kind: "scale", workers: wholeNumber("workers", workers, 1, 2048, "scale") });
  }

  async recycle(worker?: number): Promise<void> {
    await this.#ask<"recycle">({ kind: "recycle", worker });
  }

  pageHidden(): void {
    this.#post({ kind: "page-hidden" });
  }

  pageRestored(milliseconds: number): void {
    this.#post({ kind: "page-restored", milliseconds });
  }

  close(error: EngineError<"closed">): void {
    if (this.#hasEnded) return;
    this.end(error);
    this.#client?.close(error);
    this.events.emit({ kind: "closed" });
  }

  end(reason?: unknown): void {
    this.#hasEnded = true;
    this.#workers.clear();
    this.actors.close(reason);
    for (const { reject } of this.#asked.values()) reject(reason);
    this.#asked.clear();
  }

  /** The server ends its workers and removes what they have stored; then it is ended. */
  removeScratch(): Promise<void> {
    this.#ending ??= this.#endServer();
    return this.#ending;
  }

  async #endServer(): Promise<void> {
    if (this.#port === undefined) return;
    await this.#request<"close">({ kind: "close" }).catch(() => {}); // its thread is gone, and with it its workers
    this.#port?.close();
    this.#port = undefined;
  }

  /** @throws {EngineError} closed; what the server throws */
  #ask<Kind extends Question["kind"]>(question: QuestionOf<Kind>): Promise<Answers[Kind]> {
    const closed = (): EngineError<"closed"> =>
      new EngineError("closed", `Cannot ${question.kind}: the cluster is closed`, { cluster: this.name });
    return this.#hasEnded ? Promise.reject(closed()) : this.#request(question);
  }

  async #request<Kind extends Question["kind"]>(question: QuestionOf<Kind>): Promise<Answers[Kind]> {
    const request = this.#nextRequest++;
    const answer = new Promise<Answers[Kind]>((resolve, reject) => this.#asked.set(request, { resolve, reject }));
    this.#post({ kind: "ask", request, question });
    this.#holdProcess();
    return answer.finally(() => this.#holdProcess());
  }

  #post(message: PageToServer, transfer: readonly object[] = []): void {
    this.#port?.post(message, transfer);
  }

  #onMessage(value: unknown): void {
    const message = parseServerMessage(value);
    if (message.kind === "answer" || message.kind === "refused") {
      const asked = this.#asked.get(message.request);
      this.#asked.delete(message.request);
      if (message.kind === "answer") asked?.resolve(message.value as never);
      else asked?.reject(decodeFailure(message.failure));
      return;
    }
    if (this.#hasEnded) return;
    switch (message.kind) {
      case "client":
        this.#tasks = message.tasks;
        if (message.messages.length > 0) this.#client?.receive(message.messages);
        return this.#holdProcess();
      case "event": {
        const { event, joined, route } = message;
        this.#route = route;
        if (joined !== undefined) this.#workers.set(joined.worker, joined);
        if (event.kind === "worker-lost" || event.kind === "worker-retired") this.#workers.delete(event.worker);
        return this.events.emit(event);
      }
      case "actors-lost":
        return this.actors.lose(message.worker, message.reason);
      case "failed":
        return this.close(decodeFailure(message.failure) as EngineError<"closed">);
    }
  }

  /** The server's thread is gone, and its workers with it: nothing can go on. */
  #lose(reason: Error): void {
    this.#port = undefined;
    const why = `Cannot go on: the cluster has failed: the server's thread is gone: ${reason.message}`;
    const error = new EngineError("closed", why, { cluster: this.name }, { cause: reason });
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
    this.close(error);
  }

  /** As for workers of this thread: the server keeps the process alive (Node) while somebody waits for something. */
  #holdProcess(): void {
    const isIdle = this.#client?.isIdle !== false && this.actors.isIdle && this.#asked.size === 0;
    this.#port?.hold?.(!isIdle);
  }
}
