// Where server and scheduler work, if that is not simply this thread. Loaded only then.
import { PROTOCOL_VERSION } from "../protocol/boot.ts";
import { RemoteScheduler } from "../reactor/remote-scheduler.ts";
import type { Scheduler, SchedulerFactory } from "../scheduler/scheduler.ts";
import { bootThread } from "./boot.ts";
import { checkSchedulerName, loadScheduler } from "./load-scheduler.ts";
import type { Choices, ClusterOptions } from "./options.ts";
import type { Platform, StartedWorker } from "./platform.ts";
import { RemoteEngine } from "./remote-engine.ts";
import type { PlacedChoices, SchedulerModule, SchedulerSource, ServerHello } from "./server-messages.ts";
import { serverBoot } from "./start-server.ts";

type SchedulerChoice = NonNullable<ClusterOptions["scheduler"]>;

interface PlacedScheduler {
  readonly scheduler: SchedulerSource;
  readonly schedulerThread: boolean;
}

/** An engine that works in a worker. @throws {TypeError | RangeError} naming what cannot travel there */
export function remoteEngine(choices: Choices, platform: Platform): RemoteEngine {
  const { server, worker, scheduler, tasks: _, ...rest } = choices;
  if (server !== "worker") throw refused(`"server" is ${JSON.stringify(server)}, must be "main" or "worker"`);
  if (!platform.hasWorkers) throw refused('"server" is "worker", must be "main" where there are no threads');
  if (typeof scheduler === "function") throw cannotTravel("scheduler", "a name or a module, as in { url, name }");
  if (typeof worker === "function") throw cannotTravel("worker", "the address of a script");
  const placed: PlacedChoices = { ...rest, server, ...placeScheduler(scheduler, platform), worker: absolute(worker) };
  return new RemoteEngine(placed, platform);
}

/** The scheduler that an object chooses, on this thread or another. @throws {TypeError | RangeError | EngineError} */
export function makeScheduler(
  { scheduler, seed, bootTimeout }: Choices,
  platform: Platform,
): Promise<Scheduler | RemoteScheduler> {
  const placed = placeScheduler(scheduler as Exclude<SchedulerChoice, SchedulerFactory>, platform);
  return openScheduler({ ...placed, seed, bootTimeout }, platform);
}

/** Makes a scheduler here, or starts a thread for it; `start` says how. @throws {EngineError} boot-failed */
export async function openScheduler(
  choices: Pick<PlacedChoices, "scheduler" | "schedulerThread" | "seed" | "bootTimeout">,
  platform: Platform,
  start?: () => StartedWorker,
): Promise<Scheduler | RemoteScheduler> {
  const { scheduler, schedulerThread, seed, bootTimeout: timeout } = choices;
  if (!schedulerThread) return (await loadSource(scheduler))(seed);
  const hello: ServerHello = { kind: "hello", version: PROTOCOL_VERSION, role: "scheduler", scheduler, seed };
  const { port, ready } = await bootThread(...serverBoot(platform, { name: "the scheduler", hello, timeout }, start));
  return new RemoteScheduler(ready.scheduler ?? "unnamed", port);
}

/** The factory that a source names. @throws {TypeError} if a module has none; what the import of the module throws */
export async function loadSource(source: SchedulerSource): Promise<SchedulerFactory> {
  if (typeof source === "string") return loadScheduler(source);
  const { url, name } = source;
  const module = (await import(/* @vite-ignore */ /* webpackIgnore: true */ url)) as Readonly<Record<string, unknown>>;
  const factory = module[name];
  if (typeof factory === "function") return factory as SchedulerFactory;
  throw refused(`export "${name}" of ${url} is ${typeof factory}, must be a function that makes a scheduler`);
}

function placeScheduler(choice: Exclude<SchedulerChoice, SchedulerFactory>, { hasWorkers }: Platform): PlacedScheduler {
  const given: Readonly<Record<string, unknown>> = typeof choice === "string" ? { name: choice } : { ...choice };
  const { name, url, thread = false } = given;
  if (thread === true && !hasWorkers) throw refused("the scheduler asks for a thread, must not where there are none");
  if (url !== undefined) return { scheduler: moduleOf(url, name), schedulerThread: thread === true };
  checkSchedulerName(name);
  return { scheduler: name, schedulerThread: thread === true };
}

function moduleOf(url: unknown, name: unknown = "default"): SchedulerModule {
  try {
    return { url: new URL(String(url)).href, name: String(name) };
  } catch {
    const wanted = 'must be absolute, like new URL("./scheduler.js", import.meta.url)';
    throw refused(`the scheduler's address "${String(url)}" is not, ${wanted}`);
  }
}

/** A script's address as it is meant here: in a page one that is relative counts from the page. */
function absolute(source: URL | string | undefined): string | undefined {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  if (source === undefined || location === undefined) return source?.toString();
  return new URL(source, location.href).href;
}

const refused = (what: string): TypeError => new TypeError(`Cannot create a cluster: ${what}`);

const cannotTravel = (option: string, wanted: string): TypeError =>
  refused(`"${option}" is a function, which cannot travel to a server in a worker, must be ${wanted}`);
