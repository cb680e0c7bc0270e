// The page of the codec bench.
import { measureWays } from "./ways.ts";

Object.assign(globalThis, { benchResult: await measureWays() });
