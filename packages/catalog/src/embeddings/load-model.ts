import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { locatePackage } from "./locate-package.ts";
import { modelPackages } from "./model-packages.ts";
import { quantize } from "./vectors.ts";

/** Returns the embedding of a text; only its first 256 tokens count. Takes about 20 ms. */
export type Embed = (text: string) => Int8Array;

interface Engine {
  /** Vectors of the length 1. */
  embed(texts: string[]): number[][];
}

type EngineConstructor = new (
  weights: Uint8Array,
  tokenizer: Uint8Array,
  config: Uint8Array,
  maximumTokens: number,
) => Engine;

const maximumTokens = 256;

/**
 * Loads the model, which takes about 250 MB and half a second: for a thread of its own. Uses the engine itself, since the package's
 * own function starts threads as it likes.
 */
export function loadModel(folder: string): Embed {
  const program = locatePackage(folder, modelPackages.program);
  const weights = join(locatePackage(folder, modelPackages.weights), "model");
  const { Embedder }: { Embedder: EngineConstructor } = createRequire(import.meta.url)(
    join(program, "dist/engine.cjs"),
  );
  const engine = new Embedder(
    readFileSync(join(weights, "model.fp16.safetensors")),
    readFileSync(join(weights, "tokenizer.json")),
    readFileSync(join(weights, "config.json")),
    maximumTokens,
  );
  return (text) => quantize(engine.embed([text])[0] ?? []);
}
