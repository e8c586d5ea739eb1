import "./end-children.ts";
import fc from "fast-check";
import { chooseSeed } from "./random-seed.ts";

// A property that fails says its seed, which `FUZZ_SEED` repeats.
fc.configureGlobal({ seed: chooseSeed() });
