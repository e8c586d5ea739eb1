import { join } from "node:path";
import { LRUCache } from "lru-cache";
import type { Logger } from "../log/logger.ts";
import { createThreadPool } from "../threads/thread-pool.ts";
import type { EmbedJob } from "./embed-thread.ts";
import { runModelInstaller } from "./run-model-installer.ts";

/** Finds what texts mean, for hybrid search. */
export interface Embedder {
  /** Names the model. Embeddings of different models cannot be compared. */
  model: string;
  describeTool(tool: { applicationName: string; name: string; description: string }): string;
  /** Embeds a tool's text. Installs the model first, if it is not there. @throws Error */
  embedText(text: string): Promise<Int8Array>;
  /** Embeds a search. Null when the model is not ready, or takes too long; then words alone must do. */
  embedQuery(query: string): Promise<Int8Array | null>;
  close(): Promise<void>;
}

const cachedQueries = 500;
/** After the model could not be installed for a search, the next try waits so long. */
const retryMs = 5 * 60_000;
/** A search does not wait longer for its meaning. */
const queryLimitMs = 1000;
/** After this time without work the thread ends and its 250 MB are free. */
const idleMs = 10 * 60_000;

/**
 * Opens the model for hybrid search. It is installed when it is first needed.
 *
 * @param cacheDir where the model is unpacked to
 */
export async function openEmbedder(cacheDir: string, log: Logger): Promise<Embedder> {
  const { describeTool, isModelInstalled, modelName } = await import("@bowline/catalog/embeddings");
  const folder = join(cacheDir, "models");
  const isInstalled = await isModelInstalled(folder);
  return new ModelEmbedder({ model: modelName, describeTool, folder, isInstalled }, log);
}

interface ModelParts extends Pick<Embedder, "model" | "describeTool"> {
  folder: string;
  isInstalled: boolean;
}

class ModelEmbedder implements Embedder {
  readonly model: string;
  readonly describeTool: Embedder["describeTool"];
  readonly #folder: string;
  readonly #log: Logger;
  // One thread only: a search waits for at most one tool's text.
  readonly #thread = createThreadPool<EmbedJob, Int8Array>(new URL("./embed-thread.ts", import.meta.url), {
    threads: 1,
    timeoutMs: 30_000,
    idleMs,
  });
  readonly #queries = new LRUCache<string, Int8Array>({ max: cachedQueries });
  readonly #closing = new AbortController();
  #installing: Promise<void> | undefined;
  #isInstalled: boolean;
  #retryAt = 0;

  constructor({ model, describeTool, folder, isInstalled }: ModelParts, log: Logger) {
    this.model = model;
    this.describeTool = describeTool;
    this.#folder = folder;
    this.#isInstalled = isInstalled;
    this.#log = log;
  }

  async embedText(text: string): Promise<Int8Array> {
    this.#closing.signal.throwIfAborted();
    if (!this.#isInstalled) {
      await this.#installOnce();
    }
    return this.#thread.run({ folder: this.#folder, text });
  }

  async embedQuery(query: string): Promise<Int8Array | null> {
    const known = this.#queries.get(query);
    if (known !== undefined) {
      return known;
    }
    if (!this.#isInstalled) {
      this.#installForSearches();
      return null;
    }
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), queryLimitMs);
    return Promise.race([this.#tryToEmbed(query), late]).finally(() => clearTimeout(timer));
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("The server stops."));
    await this.#installing?.catch(() => {});
  }

  /** Embeds a query and keeps its embedding, which may come too late for its own search. */
  async #tryToEmbed(query: string): Promise<Int8Array | null> {
    try {
      const embedding = await this.#thread.run({ folder: this.#folder, text: query });
      this.#queries.set(query, embedding);
      return embedding;
    } catch (error) {
      this.#log.warn({ err: error }, "a search could not be embedded, so only its words count");
      return null;
    }
  }

  /** All tools may have embeddings, and the model be missing: in a new folder beside an old database. */
  #installForSearches(): void {
    if (Date.now() >= this.#retryAt && !this.#closing.signal.aborted) {
      this.#retryAt = Date.now() + retryMs;
      this.#installOnce().catch((error: unknown) => {
        this.#log.warn(
          { err: error },
          "the model for hybrid search could not be installed; it is tried again later",
        );
      });
    }
  }

  #installOnce(): Promise<void> {
    this.#installing ??= this.#install().finally(() => {
      this.#installing = undefined;
    });
    return this.#installing;
  }

  async #install(): Promise<void> {
    this.#log.info("the model for hybrid search is being installed");
    await runModelInstaller(this.#folder, this.#closing.signal);
    this.#isInstalled = true;
    this.#log.info("the model for hybrid search is installed");
  }
}
