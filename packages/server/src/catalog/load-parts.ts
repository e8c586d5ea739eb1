import { setImmediate as nextTurn } from "node:timers/promises";
import { deserializeSegment, openSearch, serializeSegment } from "@bowline/catalog";
import type { Kysely } from "kysely";
import { deleteBuiltInSegment, loadBuiltInSegment, saveBuiltInSegment } from "../db/catalog/built-ins.ts";
import {
  type ApplicationRow,
  listApplicationRevisions,
  listApplicationRows,
  listAuthenticationRows,
  listToolRows,
  listToolSearchRows,
} from "../db/catalog/catalog-rows.ts";
import { listEmbeddings } from "../db/catalog/tool-embeddings.ts";
import type { Schema } from "../db/schema.ts";
import { buildApplicationEntry } from "./build-application-entry.ts";
import { buildToolEntry } from "./build-tool-entry.ts";
import { bySlug } from "./by-slug.ts";
import { buildPart, type CatalogPart, type SearchTexts } from "./catalog-part.ts";
import type { ApplicationEntry } from "./company-catalog.ts";
import type { Finder } from "./finder.ts";

/** A part and the revision of its one application. */
interface OwnPart {
  revision: number;
  part: CatalogPart;
}

/** A company's own parts by application id. */
export type OwnParts = ReadonlyMap<number, OwnPart>;

/** What the settings say about built-in applications. */
export interface BuiltInView {
  shows(application: Pick<ApplicationRow, "slug" | "source">): boolean;
  /** Those that the server shows, also while they are not installed yet. */
  slugs: readonly string[];
  /** The public address of the server, which serves their icons. */
  baseUrl: string;
}

/** All built-in applications as one part, with their revisions as one text. */
export interface BuiltInPart {
  revisions: string;
  part: CatalogPart;
}

/**
 * Loads a company's own applications, one part each. Those with an unchanged revision are not loaded again and stay the same objects.
 *
 * @param known the parts loaded before
 */
export async function loadOwnParts(
  db: Kysely<Schema>,
  finder: Finder,
  companyId: number,
  known: OwnParts,
): Promise<OwnParts> {
  // Revisions are read first: a part may be newer than its revision, and is then loaded again, but never older.
  const revisions = await listApplicationRevisions(db, companyId);
  const changed = revisions.filter(
    ({ applicationId, revision }) => known.get(applicationId)?.revision !== revision,
  );
  const applications = await loadApplications(
    db,
    changed.map(({ applicationId }) => applicationId),
  );
  const parts = new Map<number, OwnPart>();
  for (const { applicationId, revision } of revisions) {
    const loaded = applications.get(applicationId);
    const kept = known.get(applicationId);
    if (loaded !== undefined) {
      parts.set(applicationId, { revision, part: buildLoadedPart(db, finder, [loaded]) });
    } else if (kept?.revision === revision) {
      parts.set(applicationId, kept);
    }
  }
  return parts;
}

/** Loads the built-in applications that the server shows; returns `known` while they are unchanged. */
export async function loadBuiltInPart(
  db: Kysely<Schema>,
  finder: Finder,
  { shows, baseUrl }: Pick<BuiltInView, "shows" | "baseUrl">,
  known: BuiltInPart | null,
): Promise<BuiltInPart> {
  const found = (await listApplicationRevisions(db, null)).filter(shows);
  const revisions = JSON.stringify(found);
  if (known?.revisions === revisions) {
    return known;
  }
  const applications = await loadApplications(
    db,
    found.map(({ applicationId }) => applicationId),
    (slug) => `${baseUrl}/icons/${slug}.svg`,
  );
  const part = buildLoadedPart(db, finder, [...applications.values()], async () => {
    const stored = await loadBuiltInSegment(db);
    return stored && deserializeSegment(stored);
  });
  return { revisions, part };
}

/** Builds the search segment of all built-in tools and stores it, so that servers need not. */
export async function storeBuiltInSegment(db: Kysely<Schema>): Promise<void> {
  const view = { shows: () => true, baseUrl: "" };
  const { part } = await loadBuiltInPart(db, { search: openSearch(), meaning: null }, view, null);
  await deleteBuiltInSegment(db);
  await saveBuiltInSegment(db, serializeSegment(await part.toolSegment()));
}

const noEmbeddings: Promise<ReadonlyMap<number, Uint8Array>> = Promise.resolve(new Map());

/** Loads one application, as the connection or transaction sees it. */
export async function loadApplicationEntry(
  db: Kysely<Schema>,
  applicationId: number,
): Promise<ApplicationEntry | null> {
  return (await loadApplications(db, [applicationId])).get(applicationId)?.application ?? null;
}

type LoadedApplication = Pick<CatalogPart, "tools"> & { application: CatalogPart["applications"][number] };

async function loadApplications(
  db: Kysely<Schema>,
  applicationIds: readonly number[],
  buildIconUrl: (slug: string) => string | null = () => null,
): Promise<Map<number, LoadedApplication>> {
  const [rows, methods, toolRows] = await Promise.all([
    listApplicationRows(db, applicationIds),
    listAuthenticationRows(db, applicationIds),
    listToolRows(db, applicationIds),
  ]);
  const methodsById = Map.groupBy(methods, (row) => row.application_id);
  const toolsById = Map.groupBy(toolRows, (row) => row.application_id);
  const loaded = new Map<number, LoadedApplication>();
  for (const row of rows) {
    // Others get their turn, since there may be thousands of tools.
    await nextTurn();
    const own = toolsById.get(row.application_id) ?? [];
    const definition = { ...row.definition, iconUrl: row.definition.iconUrl ?? buildIconUrl(row.slug) };
    const application = buildApplicationEntry(
      { ...row, definition },
      methodsById.get(row.application_id) ?? [],
      own.length,
    );
    loaded.set(row.application_id, {
      application,
      tools: own.map((tool) => buildToolEntry(tool, application)),
    });
  }
  return loaded;
}

function buildLoadedPart(
  db: Kysely<Schema>,
  finder: Finder,
  loaded: readonly LoadedApplication[],
  loadSegment: SearchTexts["loadSegment"] = async () => null,
): CatalogPart {
  const applications = loaded.map(({ application }) => application).sort(bySlug);
  const tools = loaded.flatMap((one) => one.tools).sort(bySlug);
  const applicationIds = applications.map(({ applicationId }) => applicationId);
  const { search, meaning } = finder;
  const companyId = applications[0]?.companyId ?? 0;
  return buildPart(applications, tools, search, {
    loadSegment,
    loadWords: () => listToolSearchRows(db, applicationIds),
    loadEmbeddings: () =>
      meaning === null ? noEmbeddings : listEmbeddings(db, applicationIds, meaning.model),
    embeddingsRevision: () => meaning?.revisions.get(companyId) ?? 0,
  });
}
