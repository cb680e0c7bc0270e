import { describeShipping } from "../conformance/ship-suite.ts";

describeShipping({ describe, it });
