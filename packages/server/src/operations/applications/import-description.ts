import type { CatalogApplication } from "@bowline/catalog";
import type { ImportResult } from "@bowline/contract";
import type { Kysely } from "kysely";
import { invalidField } from "../../api-error.ts";
import { loadApplicationEntry } from "../../catalog/load-parts.ts";
import {
  type ApplicationBefore,
  countStoppedConnections,
} from "../../connections/count-stopped-connections.ts";
import { loadSetName } from "../../db/catalog/applications.ts";
import { loadEarlierInputs } from "../../db/catalog/earlier-inputs.ts";
import { type LeftMethod, listLeftMethods } from "../../db/catalog/left-methods.ts";
import { type LosingToolset, listLosingToolsets } from "../../db/catalog/losing-toolsets.ts";
import { loadPublishedSlugs } from "../../db/catalog/published-slugs.ts";
import { type ImportOutcome, saveApplication } from "../../db/catalog/save-application.ts";
import { loadToolServers } from "../../db/catalog/tool-servers.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Schema } from "../../db/schema.ts";
import { isUnstorableText } from "../../db/sql-state.ts";
import type { Deps } from "../../deps.ts";
import type { NoteProgress } from "../../jobs/import-progress.ts";
import type { InputOf } from "../handler.ts";
import { chooseSource } from "./check-import.ts";
import { describeKeptName } from "./describe-kept-name.ts";
import { describeLosingToolsets } from "./describe-losing-toolsets.ts";
import { readDescription } from "./read-description.ts";
import { storeImport } from "./store-import.ts";

type Body = InputOf<"importApplication">["body"];

/**
 * Imports an OpenAPI document or a GraphQL schema as an application (decisions D24).
 *
 * @param documentText the `document` as it was sent; null: there is none, or it is no object
 */
export async function importDescription(
  deps: Deps,
  caller: Caller,
  body: Body,
  documentText: string | null,
  note: NoteProgress,
): Promise<ImportResult> {
  const source = chooseSource(body);
  const { kysely } = deps.db;
  const before = {
    publishedSlugs: await loadPublishedSlugs(kysely, caller.companyId, body.slug),
    earlierInputs: await loadEarlierInputs(kysely, caller.companyId, body.slug),
  };
  const sent = { body, source, documentText };
  const { application, skipped, warnings } = await readDescription(deps, sent, before, note);
  const saved = await save(deps, caller, body, application, note).catch((error) => {
    throw isUnstorableText(error)
      ? invalidField(source, "Holds the character NUL or half a surrogate pair, which cannot be stored.")
      : error;
  });
  const toolCount = application.tools.length;
  const isDryRun = body.dryRun === true;
  deps.log.info({ application: body.slug, toolCount, skipped: skipped.length, isDryRun }, "imported");
  const { changes, setName, leftMethods, losingToolsets, stoppedConnections, ...counts } = saved;
  return {
    applicationSlug: body.slug,
    toolCount,
    ...counts,
    stoppedConnections,
    skipped,
    warnings: [
      ...warnings,
      ...describeKeptName(body.slug, body.name, setName),
      ...leftMethods.map(describeLeftMethod),
      ...describeLosingToolsets(losingToolsets, caller.accountUserId),
    ],
    ...(isDryRun && { changes }),
  };
}

const describeLeftMethod = ({ name, connections }: LeftMethod): string =>
  connections === 1
    ? `1 connection uses the method ${JSON.stringify(name)}, which the description no longer states. It still sends those credentials: if they are refused, its owner has to connect again`
    : `${connections} connections use the method ${JSON.stringify(name)}, which the description no longer states. They still send those credentials: if they are refused, their owners have to connect again`;

interface SavedDescription extends ImportOutcome {
  /** The name that an Admin set, which stays. Null: none. */
  setName: string | null;
  leftMethods: LeftMethod[];
  losingToolsets: LosingToolset[];
}

/** Stores the application, or with `dryRun` finds out what that would change. */
async function save(
  deps: Deps,
  caller: Caller,
  body: Body,
  application: CatalogApplication,
  note: NoteProgress,
): Promise<SavedDescription> {
  const { companyId } = caller;
  const before = await loadBefore(deps, companyId, body.slug);
  const total = application.tools.length;
  const options = {
    replacesBaseUrl: body.baseUrl != null,
    onSaved: (done: number) => note({ phase: "storing", done, total }),
  };
  options.onSaved(0);
  return storeImport(deps, caller, body.dryRun === true, async (db) => {
    const outcome = await saveApplication(db, companyId, application, options);
    const removed = outcome.changes.filter(({ kind }) => kind === "removed").map(({ toolSlug }) => toolSlug);
    const stoppedByOrigin = before === null ? 0 : await countStopped(db, before);
    return {
      ...outcome,
      stoppedConnections: outcome.stoppedConnections + stoppedByOrigin,
      setName: await loadSetName(db, companyId, body.slug),
      leftMethods: await listLeftMethods(db, companyId, body.slug),
      losingToolsets: await listLosingToolsets(db, companyId, body.slug, removed),
    };
  });
}

async function countStopped(db: Kysely<Schema>, before: ApplicationBefore): Promise<number> {
  const after = await loadApplicationEntry(db, before.applicationId);
  return after === null ? 0 : countStoppedConnections(db, before, after);
}

/** Loads the application as it is before the import; null: it is new. */
async function loadBefore(deps: Deps, companyId: number, slug: string): Promise<ApplicationBefore | null> {
  const application = (await deps.catalog.forCompany(companyId)).findEvenHidden(slug);
  return application === undefined
    ? null
    : { ...application, toolServers: await loadToolServers(deps.db.kysely, application.applicationId) };
}
