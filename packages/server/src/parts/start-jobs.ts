import { findCacheDir } from "../config/config.ts";
import { listApplicationsToEmbed } from "../db/catalog/tool-embeddings.ts";
import type { Deps } from "../deps.ts";
import type { Embedder } from "../embeddings/open-embedder.ts";
import { openVectorFiles } from "../embeddings/vector-files.ts";
import { countHistory } from "../jobs/count-history.ts";
import { deleteOldRows } from "../jobs/delete-old-rows.ts";
import { embedTools } from "../jobs/embed-tools.ts";
import { giveUpRefresh, refreshObjects } from "../jobs/refresh-objects.ts";
import { runRevocation } from "../jobs/revoke-tokens.ts";
import { runEach } from "../turns/run-each.ts";
import type { Memory } from "./open-memory.ts";

/** Starts the jobs that this process may take up. */
export async function startJobs(deps: Deps, embedder: Embedder | null): Promise<void> {
  const { config, db, jobs, signingKeys, clock } = deps;
  const { kysely } = db.background;
  await jobs.start({
    "refresh-objects": (data) => refreshObjects(deps, data),
    "refresh-objects-given-up": (data) => giveUpRefresh(deps, data),
    "prune-history": () =>
      runEach([
        () => deleteOldRows(kysely, config.historyDays, clock()),
        () => jobs.pruneRevocations(),
        () => signingKeys.rotate(clock()),
      ]),
    "revoke-tokens": (data, attempt) => runRevocation(deps, data, attempt),
    "count-history": (_data, signal) => countHistory(kysely, signal),
    ...(embedder && {
      "embed-tools": (data) => {
        const files = openVectorFiles(findCacheDir(config), embedder.model);
        return embedTools(kysely, embedder, files, data);
      },
    }),
  });
}

/** Adds jobs for the applications whose tools are not embedded yet, and from now on for each that changes. */
export async function keepEmbedded(
  { jobs, log, db }: Pick<Deps, "jobs" | "log" | "db">,
  { model }: Pick<Embedder, "model">,
  embedWhenChanged: Memory["embedWhenChanged"],
): Promise<void> {
  // Each server adds a job for each change that it hears of, and the database keeps one of them.
  const add = (applicationId: number): void => {
    jobs.addEmbedding(applicationId).catch((error: unknown) => {
      log.warn({ err: error, applicationId }, "the tools of an application will not be found by meaning");
    });
  };
  embedWhenChanged(add);
  for (const applicationId of await listApplicationsToEmbed(db.background.kysely, model)) {
    add(applicationId);
  }
}
