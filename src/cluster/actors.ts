// Actors: one instance of a user's class on one worker, called through Comlink over a line of its own. Loaded with the
// first actor of a page.
import { transfer, wrap } from "comlink";
import { EngineError, isEngineError } from "../base/errors.ts";
import type { Actor } from "../client/actor.ts";
import { actorOver } from "../client/actor.ts";
import type { ActorDeath, RemoteActor } from "../client/actor-calls.ts";
import { OpenActorCalls } from "../client/actor-calls.ts";
import { describeClass } from "../client/actor-class.ts";
import type { ActorEnd, ActorOutcome } from "../protocol/actor.ts";
import type { LineGreeting } from "../protocol/line.ts";
import { parseLineGreeting } from "../protocol/line.ts";
import { comlinkEndpoint } from "../transport/comlink-port.ts";
import type { Port } from "../transport/port.ts";
import type { ActorOffer, ClusterEngine } from "./cluster-engine.ts";
import type { ClusterEvents } from "./events.ts";
import type { ResidentActor } from "./resident-actors.ts";

/** Makes an actor on the worker with the fewest, once there is one. @throws what `Cluster.actor` says */
export async function createActor(
  engine: ClusterEngine,
  Class: object,
  args: readonly unknown[],
): Promise<Actor<unknown>> {
  const definition = describeClass(Class, engine.classContext);
  engine.waitForActors(1);
  try {
    for (;;) {
      const { calls, close, wasHeard } = await placeActor(engine, { kind: "actor-line", definition });
      try {
        await calls.construct(args);
        return actorOver(calls);
      } catch (error) {
        close();
        // A worker may have been dying when it was chosen: then nothing was constructed, and another will do.
        if (wasHeard() || !isEngineError(error, "worker-lost")) throw error;
      }
    }
  } finally {
    engine.waitForActors(-1);
  }
}

interface PlacedActor {
  readonly calls: OpenActorCalls;
  close(): void;
  /** Whether the worker has begun to listen. */
  wasHeard(): boolean;
}

async function placeActor(engine: ClusterEngine, offer: ActorOffer): Promise<PlacedActor> {
  for (;;) {
    const opened = engine.openActorLine(offer);
    const line = opened instanceof Promise ? await opened : opened; // at once where it can: the next actor counts this one
    if (line !== undefined) return attach(engine, line.worker, line.port, offer.definition.name);
    await oneJoined(engine.events);
  }
}

/** Ends when a worker joins, or the cluster ends. */
function oneJoined(events: ClusterEvents): Promise<void> {
  return new Promise((resolve) => {
    const stop = events.subscribe(({ kind }) => {
      if (kind !== "worker-joined" && kind !== "closed") return;
      stop();
      resolve();
    });
  });
}

/** Everything that can end an actor meets here: its release, the loss of its worker, the end of the cluster. */
function attach(engine: ClusterEngine, worker: number, port: Port, name: string): PlacedActor {
  let isHeard = false;
  const { remote, closed, greeting } = remoteOver(port);
  void greeting.then(() => {
    isHeard = true;
  });
  const close = (): void => {
    engine.actors.delete(resident);
    port.close();
  };
  const calls = new OpenActorCalls({ name, remote, changed: (more) => engine.waitForActors(more), released: close });
  const end = (death: ActorDeath): void => {
    close();
    calls.end(death);
  };
  const lost = (reason: string): void =>
    end((call) => {
      const message = `Cannot finish "${call}": the worker of the actor is gone (${reason})`;
      return new EngineError("worker-lost", message, { key: name, attempts: 1 });
    });
  const resident: ResidentActor = { worker, lost, closed: (error) => end(() => error) };
  engine.actors.add(resident);
  void closed.then(({ message }) => lost(message));
  return { calls, close, wasHeard: () => isHeard };
}

/** The worker's end as functions; each call waits until that end has said that it hears. */
function remoteOver(port: Port): {
  readonly remote: RemoteActor;
  readonly closed: Promise<Error>;
  readonly greeting: Promise<LineGreeting>;
} {
  let greeted = (_greeting: LineGreeting): void => {};
  let over = (_reason: Error): void => {};
  const greeting = new Promise<LineGreeting>((resolve) => {
    greeted = resolve;
  });
  const closed = new Promise<Error>((resolve) => {
    over = resolve;
  });
  const endpoint = comlinkEndpoint(port, {
    message(value) {
      const found = parseLineGreeting(value);
      if (found !== undefined) greeted(found);
    },
    closed: (reason) => over(reason),
  });
  const end = wrap<ActorEnd>(endpoint);
  const [call, read] = [end.call, end.read]; // each look-up would make a proxy
  const send = (args: readonly unknown[], buffers: readonly object[]): readonly unknown[] =>
    buffers.length > 0 ? transfer(args, buffers as Transferable[]) : args;
  const remote: RemoteActor = {
    async construct(args, buffers): Promise<ActorOutcome> {
      const heard = await greeting;
      if (heard.kind === "deaf") return { kind: "failure", failure: heard.failure };
      return end.construct(send(args, buffers));
    },
    call: (method, args, buffers) => call(method, send(args, buffers)),
    read: (field) => read(field),
  };
  return { remote, closed, greeting };
}
