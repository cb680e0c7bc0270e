import * as engine from "weftwork";
import * as collections from "weftwork/collections";
import { describeArraysAndBags } from "../support/collections/array-bag-suite.ts";
import { denoRunner } from "../support/deno-runner.ts";

describeArraysAndBags({ runner: denoRunner, engine, collections });
