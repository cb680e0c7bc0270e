import * as engine from "weftwork";
import * as lab from "weftwork/lab";
import { denoRunner } from "../support/deno-runner.ts";
import { describeZeroThreads } from "../support/zero-threads.ts";

describeZeroThreads(denoRunner, lab, engine);
