import { describePort } from "../conformance/port-suite.ts";
import { messagePortPair, webWorkerPair } from "../support/web-port-pairs.ts";

describePort({ describe, it }, "a MessagePort", messagePortPair);
describePort({ describe, it }, "a port to a web worker", webWorkerPair);
