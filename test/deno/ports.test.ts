import { describePort } from "../conformance/port-suite.ts";
import { denoRunner } from "../support/deno-runner.ts";
import { messagePortPair, webWorkerPair } from "../support/web-port-pairs.ts";
import { webRelayPair, webWorkerRelayPair } from "../support/web-relay-pairs.ts";

describePort(denoRunner, "a MessagePort", messagePortPair);
describePort(denoRunner, "a port to a web worker", webWorkerPair);
describePort(denoRunner, "a link through the page", webRelayPair);
describePort(denoRunner, "a link through the page from a web worker", webWorkerRelayPair);
