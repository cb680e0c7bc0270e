import { describe, it } from "vitest";
import * as engine from "weftwork";
import * as collections from "weftwork/collections";
import golden from "../fixtures/collections/frames.json" with { type: "json" };
import { describeFrames } from "../support/collections/frame-suite.ts";

describeFrames({ runner: { describe, it }, engine, collections, golden });
