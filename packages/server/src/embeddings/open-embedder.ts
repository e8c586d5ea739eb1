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
 * @param cacheDir where the model is unpacked to
 */
export async function openEmbedder(cacheDir: string, log: Logger): Promise<Embedder> {
  const { describeTool, isModelInstalled, modelName } = await import("@bowline/catalog/embeddings");
  const folder = join(cacheDir, "models");
  // One thread only: a search waits for at most one tool's text.
  const thread = createThreadPool<EmbedJob, Int8Array>(new URL("./embed-thread.ts", import.meta.url), {
    threads: 1,
    timeoutMs: 30_000,
    idleMs,
  });
  const queries = new LRUCache<string, Int8Array>({ max: cachedQueries });
  const closing = new AbortController();
  let installing: Promise<void> | undefined;
  let isReady = await isModelInstalled(folder);
  let retryAt = 0;

  async function install(): Promise<void> {
    log.info("the model for hybrid search is being installed");
    await runModelInstaller(folder, closing.signal);
    isReady = true;
    log.info("the model for hybrid search is installed");
  }

  const installOnce = (): Promise<void> => {
    installing ??= install().finally(() => {
      installing = undefined;
    });
    return installing;
  };

  /** All tools may have embeddings, and the model be missing: in a new folder beside an old database. */
  function installForSearches(): void {
    if (Date.now() >= retryAt && !closing.signal.aborted) {
      retryAt = Date.now() + retryMs;
      installOnce().catch((error: unknown) => {
        log.warn(
          { err: error },
          "the model for hybrid search could not be installed; it is tried again later",
        );
      });
    }
  }

  async function embedQueryNow(query: string): Promise<Int8Array | null> {
    const vector = await thread.run({ folder, text: query });
    queries.set(query, vector);
    return vector;
  }

  return {
    model: modelName,
    describeTool,
    async embedText(text) {
      closing.signal.throwIfAborted();
      if (!isReady) {
        await installOnce();
      }
      return thread.run({ folder, text });
    },
    async embedQuery(query) {
      const known = queries.get(query);
      if (known !== undefined) {
        return known;
      }
      if (!isReady) {
        installForSearches();
        return null;
      }
      const { promise: late, resolve } = Promise.withResolvers<null>();
      const timer = setTimeout(() => resolve(null), queryLimitMs);
      const embedding = embedQueryNow(query).catch((error: unknown) => {
        log.warn({ err: error }, "a search could not be embedded, so only its words count");
        return null;
      });
      return Promise.race([embedding, late]).finally(() => clearTimeout(timer));
    },
    async close() {
      closing.abort(new Error("The server stops."));
      await installing?.catch(() => {});
    },
  };
}
