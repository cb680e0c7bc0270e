import * as engine from "weftwork";
import * as collections from "weftwork/collections";
import golden from "../fixtures/collections/frames.json" with { type: "json" };
import { describeFrames } from "../support/collections/frame-suite.ts";
import { denoRunner } from "../support/deno-runner.ts";

describeFrames({ runner: denoRunner, engine, collections, golden });
