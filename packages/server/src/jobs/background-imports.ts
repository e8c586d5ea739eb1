import type { Kysely } from "kysely";
import { ApiError } from "../api-error.ts";
import { endImport, keepImportsAlive, updateProgress } from "../db/catalog/imports.ts";
import type { Changes } from "../db/change-listener.ts";
import type { Schema } from "../db/schema.ts";
import type { Logger } from "../log/logger.ts";
import type { ImportProgress, NoteProgress } from "./import-progress.ts";

/**
 * The imports that this server runs in the background. They stay with the server that received them, since a description may be
 * large and its headers are secret: neither is stored. An import whose server stops has failed (decisions D72).
 */
export interface BackgroundImports {
  /** Runs an import that is stored already, and stores how far it is and how it ends. Returns at once. */
  start(importId: number, run: (note: NoteProgress) => Promise<unknown>): void;
  /** Ends those that still run as failed. */
  close(): Promise<void>;
}

type Failure = Extract<Parameters<typeof endImport>[2], { error: string }>;

const aliveEveryMs = 3000;
const progressEveryMs = 250;
const stopped: Failure = {
  error: "The server was stopped during the import. Import again.",
  errorCode: "INTERNAL_ERROR",
};

export function openBackgroundImports(db: Kysely<Schema>, changes: Changes, log: Logger): BackgroundImports {
  const running = new Set<number>();
  const warn = (error: unknown) => log.warn({ err: error }, "the progress of an import could not be stored");
  const timer = setInterval(() => {
    if (running.size > 0) {
      keepImportsAlive(db, [...running]).catch(warn);
    }
  }, aliveEveryMs);
  timer.unref();

  async function work(importId: number, run: (note: NoteProgress) => Promise<unknown>): Promise<void> {
    const { note, settle } = openProgress((progress) => updateProgress(db, importId, progress).catch(warn));
    const end = await run(note).then(
      (result) => ({ result }),
      (error: unknown) => describeFailure(log, error),
    );
    await settle();
    await changes.heardByAll();
    if (running.delete(importId)) {
      await endImport(db, importId, end);
    }
  }

  return {
    start(importId, run) {
      running.add(importId);
      work(importId, run).catch(warn);
    },
    async close() {
      clearInterval(timer);
      const ids = [...running];
      running.clear();
      await Promise.all(ids.map((importId) => endImport(db, importId, stopped)));
    },
  };
}

/** Describes why an import failed. Unexpected reasons are only in the log. */
function describeFailure(log: Logger, error: unknown): Failure {
  if (!(error instanceof ApiError)) {
    log.error({ err: error }, "an import failed unexpectedly");
    return {
      error: "The import failed because of a server error. Import again.",
      errorCode: "INTERNAL_ERROR",
    };
  }
  return { error: error.message, errorCode: error.code };
}

/** Stores progress a few times a second, always the newest, one write at a time. */
function openProgress(store: (progress: ImportProgress) => Promise<void>): {
  note: NoteProgress;
  settle(): Promise<void>;
} {
  let newest: ImportProgress | null = null;
  let storedAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;
  return {
    note(progress) {
      const isNewPhase = newest?.phase !== progress.phase;
      newest = progress;
      if (isWriting || (!isNewPhase && performance.now() - storedAt < progressEveryMs)) {
        return;
      }
      storedAt = performance.now();
      isWriting = true;
      writing = store(progress).finally(() => {
        isWriting = false;
      });
    },
    async settle() {
      await writing;
      if (newest !== null) {
        await store(newest);
      }
    },
  };
}
