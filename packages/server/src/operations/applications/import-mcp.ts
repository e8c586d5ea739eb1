import { buildMcpApplication, type McpServerDescription, mapInTurns } from "@bowline/catalog";
import type { ImportResult } from "@bowline/contract";
import type { Kysely } from "kysely";
import { invalidField } from "../../api-error.ts";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { holdBackChanges } from "../../catalog/hold-back-changes.ts";
import type { Caller } from "../../db/callers.ts";
import { saveApplication } from "../../db/import-application.ts";
import { loadPublishedSlugs } from "../../db/published-slugs.ts";
import type { Schema } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { loosenBrokenSchema } from "../../execution/input/loosen-broken-schema.ts";
import type { NoteProgress } from "../../jobs/import-progress.ts";
import { mcpListingLimits } from "../../runtimes/runtimes.ts";
import type { InputOf } from "../handler.ts";
import { checkAbsent } from "./check-absent.ts";
import { type InspectedServer, inspectMcpServer } from "./inspect-mcp-server.ts";
import { type McpAddress, readMcpAddress } from "./read-mcp-address.ts";
import { storeImport } from "./store-import.ts";

type Body = InputOf<"importApplication">["body"];

const otherMembers = [
  "document",
  "text",
  "schema",
  "baseUrl",
  "overridableFields",
  "securitySchemes",
  "provider",
  "dialect",
] as const;
const unknownServer: McpServerDescription = {
  era: "modern",
  name: null,
  instructions: null,
  websiteUrl: null,
  tools: [],
  isCut: false,
};

const cutWarning = `The server's list of tools is too long, or comes back to a page that was read before. Only its first ${mcpListingLimits.tools.toLocaleString("en")} tools, and the first ${mcpListingLimits.pages} pages, were read.`;

/**
 * Imports an MCP server as an application (decisions D68). A second import holds back what the server changed. `headers` and
 * the query of the address are sent to list the tools and are never stored; their names become an authentication method.
 */
export async function importMcp(
  deps: Deps,
  caller: Caller,
  body: Body,
  note: NoteProgress,
): Promise<ImportResult> {
  const address = readServerAddress(body);
  const existing = await findExisting(deps, caller, body.slug, address.url);
  const inspected = await inspectMcpServer(deps, address, body.headers ?? {});
  const total = inspected.server?.tools.length ?? 0;
  note({ phase: "storing", done: 0, total });
  const store = (db: Kysely<Schema>) =>
    existing === null
      ? importFirst(db, caller, body, address, inspected)
      : importAgain(db, caller, existing, inspected);
  const isDryRun = body.dryRun === true;
  const stored = await storeImport(deps, caller.companyId, isDryRun, store);
  if (isDryRun) {
    return stored;
  }
  note({ phase: "storing", done: total, total });
  const { changes: _, ...result } = stored;
  return result;
}

/** @throws ApiError `VALIDATION_ERROR` when the address is missing or wrong, or members of another kind are given */
export function readServerAddress(body: Body): McpAddress {
  checkAbsent(body, otherMembers, "Belongs to another kind of description, not to an MCP server.");
  if (body.url == null) {
    throw invalidField("url", "Send the address of the MCP server.");
  }
  return readMcpAddress(body.url);
}

async function findExisting(
  deps: Deps,
  caller: Caller,
  slug: string,
  url: string,
): Promise<ApplicationEntry | null> {
  const application = (await deps.catalog.forCompany(caller.companyId)).findEvenHidden(slug);
  if (application === undefined) {
    return null;
  }
  const known = application.environments[0]?.serverUrl ?? "";
  if (known.replace(/\/+$/, "") !== url.replace(/\/+$/, "")) {
    throw invalidField(
      "url",
      `"${slug}" is at ${known}. Give that address, or move it first with PATCH /v1/applications/${slug} and baseUrl.`,
    );
  }
  return application;
}

async function importFirst(
  db: Kysely<Schema>,
  { companyId }: Caller,
  { slug, name, headers }: Body,
  { url, query }: McpAddress,
  { server, oauth, oauthProblem, requiresConnection }: InspectedServer,
): Promise<ImportResult> {
  const { application, skipped } = await buildMcpApplication({
    slug,
    name: name ?? null,
    url,
    server: server ?? unknownServer,
    requiresConnection,
    publishedSlugs: await loadPublishedSlugs(db, companyId, slug),
    headerNames: Object.keys(headers ?? {}).filter((one) => one.toLowerCase() !== "authorization"),
    queryParameters: query.map(({ value: _, ...parameter }) => parameter),
    oauth,
  });
  const tools = await mapInTurns(application.tools, loosenBrokenSchema);
  const outcome = await saveApplication(db, companyId, { ...application, tools });
  const warnings =
    server === null
      ? [
          "The server requires credentials to list its tools. Connect to the application, then refresh the connection's objects: that lists them.",
        ]
      : [];
  if (server?.tools.length === 0) {
    warnings.push(
      "The server lists no tools, so that none was made. When it has some, import it again, or refresh a connection's objects.",
    );
  }
  if (server?.isCut) {
    warnings.push(cutWarning);
  }
  if (oauthProblem !== null) {
    warnings.push(
      `No sign-in with OAuth is offered. ${oauthProblem} When that is mended, delete the application and import it again.`,
    );
  }
  return {
    applicationSlug: slug,
    toolCount: tools.length,
    ...outcome,
    stoppedConnections: 0,
    skipped,
    warnings,
  };
}

async function importAgain(
  db: Kysely<Schema>,
  { companyId }: Caller,
  application: ApplicationEntry,
  { server }: InspectedServer,
): Promise<ImportResult> {
  const { slug, record } = application;
  if (server === null) {
    throw invalidField(
      "headers",
      "The server requires credentials to list its tools. Give them, or refresh a connection's objects.",
    );
  }
  const { added, changed, waiting, skipped, changes } = await holdBackChanges(
    db,
    companyId,
    application,
    server,
    loosenBrokenSchema,
  );
  const warnings =
    waiting > 0
      ? [
          `The server changed ${waiting === 1 ? "1 tool" : `${waiting} tools`}. See GET /v1/applications/${slug}/changes, and accept or reject each.`,
        ]
      : [];
  if (server.isCut) {
    warnings.push(cutWarning);
  }
  return {
    applicationSlug: slug,
    toolCount: record.toolCount + added,
    added,
    changed,
    removed: 0,
    stoppedConnections: 0,
    skipped,
    warnings,
    changes,
  };
}
