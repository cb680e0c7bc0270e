import { describeShipping } from "../conformance/ship-suite.ts";
import { denoRunner } from "../support/deno-runner.ts";

describeShipping(denoRunner);
