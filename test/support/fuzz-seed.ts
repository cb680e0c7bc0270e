// Property tests look at the same cases in every run, so that a commit is green or red whoever runs it. `npm run fuzz`
// looks at others: it draws a seed, prints it, and takes the one in FUZZ_SEED to repeat what it found.
import * as fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20261130) });
