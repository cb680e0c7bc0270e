import { describe, it } from "vitest";
import * as engine from "weftwork";
import * as collections from "weftwork/collections";
import { describeArraysAndBags } from "../support/collections/array-bag-suite.ts";

describeArraysAndBags({ runner: { describe, it }, engine, collections });
