import * as engine from "weftwork";
import * as collections from "weftwork/collections";
import { describeFrames } from "../support/collections/frame-suite.ts";

const golden = await (await fetch("/test/fixtures/collections/frames.json")).json();

describeFrames({ runner: { describe, it }, engine, collections, golden });
