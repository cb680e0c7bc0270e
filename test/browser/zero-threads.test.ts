import * as engine from "weftwork";
import * as lab from "weftwork/lab";
import { describeZeroThreads } from "../support/zero-threads.ts";

describeZeroThreads({ describe, it }, lab, engine);
