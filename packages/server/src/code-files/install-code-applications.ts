import { keepPublishedSlugs } from "@bowline/catalog";
import type { Kysely } from "kysely";
import { hideAbsentApplications, setCodeFile } from "../db/catalog/code-applications.ts";
import { loadPublishedSlugs, ToolSlugTakenError } from "../db/catalog/published-slugs.ts";
import { saveApplication } from "../db/catalog/save-application.ts";
import type { Schema } from "../db/schema.ts";
import type { Logger } from "../log/logger.ts";
import { type AcceptedApplication, findSlugProblem } from "./find-slug-problem.ts";
import { listCodeFiles } from "./list-code-files.ts";
import { readCodeApplication } from "./read-code-application.ts";

export interface CodeFolder {
  /** Null: there is none. */
  folder: string | null;
  /** Slugs that no file may use. */
  builtInSlugs: readonly string[];
}

/**
 * Loads the applications of the operator's folder and stores them for every company (decisions D17, source `code`). A file that is
 * wrong is reported and left out; what it was at an earlier start stays. Applications without a file leave the catalog.
 *
 * @throws Error when the folder cannot be read
 */
export async function installCodeApplications(
  db: Kysely<Schema>,
  log: Logger,
  { folder, builtInSlugs }: CodeFolder,
): Promise<void> {
  const files = folder === null ? [] : await listFiles(folder);
  const installed: AcceptedApplication[] = [];
  const broken: string[] = [];
  for (const file of files) {
    const reason = await install(db, { folder: folder ?? "", file }, installed, builtInSlugs);
    if (reason !== null) {
      broken.push(file);
      log.error({ file, reason }, "an application of the code folder cannot be used");
    }
  }
  const slugs = installed.map(({ slug }) => slug);
  const hidden = await hideAbsentApplications(db, slugs, broken);
  if (slugs.length > 0) {
    log.info({ applications: slugs }, "the applications of the code folder were loaded");
  }
  if (hidden.length > 0) {
    log.warn({ applications: hidden }, "these applications have no file any more and left the catalog");
  }
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    return await listCodeFiles(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`BOWLINE_CODE_APPLICATIONS: the folder cannot be read: ${reason}`);
  }
}

/** Returns the reason why the file is left out; null when its application is in the catalog. */
async function install(
  db: Kysely<Schema>,
  { folder, file }: { folder: string; file: string },
  installed: AcceptedApplication[],
  builtInSlugs: readonly string[],
): Promise<string | null> {
  const report = await readCodeApplication({ folder, file });
  if ("reason" in report) {
    return report.reason;
  }
  const { slug } = report.application;
  const problem = findSlugProblem(slug, installed, builtInSlugs);
  if (problem !== null) {
    return problem;
  }
  try {
    const published = await loadPublishedSlugs(db, null, slug);
    await saveApplication(db, null, keepPublishedSlugs(report.application, published));
  } catch (error) {
    if (error instanceof ToolSlugTakenError) {
      return error.message;
    }
    throw error;
  }
  await setCodeFile(db, slug, file);
  installed.push({ slug, file });
  return null;
}
