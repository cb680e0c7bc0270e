// The part of a worker for other workers, loaded with the first route to one of them, or a little ahead.
export { answerProbe } from "../transport/probe-port.ts";
export { Relay } from "../transport/relay-port.ts";
export { Exchange } from "./exchange.ts";
export { Routes } from "./routes-port.ts";
