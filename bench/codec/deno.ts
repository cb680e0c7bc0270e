// The codec bench in Deno: prints its timings as JSON.
import { measureWays } from "./ways.ts";

console.log(JSON.stringify(await measureWays()));
