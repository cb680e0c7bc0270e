import { describePort } from "../conformance/port-suite.ts";
import { denoRunner } from "../support/deno-runner.ts";
import { messagePortPair, webWorkerPair } from "../support/web-port-pairs.ts";

describePort(denoRunner, "a MessagePort", messagePortPair);
describePort(denoRunner, "a port to a web worker", webWorkerPair);
