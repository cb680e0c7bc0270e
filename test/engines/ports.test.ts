import { describePort } from "../conformance/port-suite.ts";
import { messagePortPair, webWorkerPair } from "../support/web-port-pairs.ts";
import { webRelayPair, webWorkerRelayPair } from "../support/web-relay-pairs.ts";

describePort({ describe, it }, "a MessagePort", messagePortPair);
describePort({ describe, it }, "a port to a web worker", webWorkerPair);
describePort({ describe, it }, "a link through the page", webRelayPair);
describePort({ describe, it }, "a link through the page from a web worker", webWorkerRelayPair);
