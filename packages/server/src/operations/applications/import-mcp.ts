import {
  buildMcpApplication,
  type CatalogAuthentication,
  type McpServerDescription,
  mapInTurns,
  trimEndSlashes,
} from "@bowline/catalog";
import type { ImportResult } from "@bowline/contract";
import type { Kysely } from "kysely";
import { invalidField } from "../../api-error.ts";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { holdBackChanges } from "../../catalog/hold-back-changes.ts";
import { countStoppedConnections } from "../../connections/count-stopped-connections.ts";
import { loadPublishedSlugs } from "../../db/catalog/published-slugs.ts";
import { saveApplication } from "../../db/catalog/save-application.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Schema } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { loosenBrokenSchema } from "../../execution/input/loosen-broken-schema.ts";
import type { NoteProgress } from "../../jobs/import-progress.ts";
import { mcpListingLimits } from "../../runtimes/runtimes.ts";
import type { InputOf } from "../handler.ts";
import { checkAbsent } from "./check-absent.ts";
import { describeKeptName } from "./describe-kept-name.ts";
import { type InspectedServer, inspectMcpServer } from "./inspect-mcp-server.ts";
import { type McpAddress, readMcpAddress } from "./read-mcp-address.ts";
import { readGivenCredentials, renewMcpAuthentications } from "./renew-mcp-authentications.ts";
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
  isMasked: false,
};

const closedWarning =
  "The server requires credentials to list its tools. The first connection to the application lists them.";
const cutWarning = `The server's list of tools is too long, or comes back to a page that was read before. Only its first ${mcpListingLimits.tools.toLocaleString("en")} tools, and the first ${mcpListingLimits.pages} pages, were read.`;

/**
 * Imports an MCP server as an application (decisions D68). A second import holds back what the server changed, and replaces the
 * authentication methods. `headers` and the query of the address are sent to list the tools and are never stored; their names become an authentication method.
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
      : importAgain(db, caller, body, address, existing, inspected);
  const isDryRun = body.dryRun === true;
  const stored = await storeImport(deps, caller, isDryRun, store);
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
  if (trimEndSlashes(known) !== trimEndSlashes(url)) {
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
    ...readGivenCredentials(headers, query),
    oauth,
  });
  const tools = await mapInTurns(application.tools, loosenBrokenSchema);
  const outcome = await saveApplication(db, companyId, { ...application, tools });
  const warnings = server === null ? [closedWarning] : [];
  if (server?.tools.length === 0) {
    warnings.push(
      "The server lists no tools, so no tool was made. When it has some, import it again, or refresh a connection's objects.",
    );
  }
  if (server?.isCut) {
    warnings.push(cutWarning);
  }
  if (oauthProblem !== null) {
    warnings.push(describeOAuthProblem(oauthProblem, application.authentications));
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
  body: Body,
  address: McpAddress,
  existing: ApplicationEntry,
  inspected: InspectedServer,
): Promise<ImportResult> {
  const { server, oauthProblem } = inspected;
  const { slug } = existing;
  const application = await renewMcpAuthentications(db, companyId, body, address, existing, inspected);
  const stoppedConnections = await countStoppedConnections(db, { ...existing, toolServers: [] }, application);
  const { waiting, ...listed } =
    server === null
      ? nothingListed
      : await holdBackChanges(db, companyId, application, { server, isTrusted: true }, loosenBrokenSchema);
  const warnings = [
    ...(server === null ? [closedWarning] : []),
    ...describeKeptName(slug, body.name, existing.record.name),
    ...(waiting > 0 ? [describeWaiting(waiting, slug)] : []),
    ...(server?.isCut ? [cutWarning] : []),
    ...(oauthProblem === null ? [] : [describeOAuthProblem(oauthProblem, application.authentications)]),
  ];
  const toolCount = application.record.toolCount + listed.added;
  return { applicationSlug: slug, toolCount, ...listed, removed: 0, stoppedConnections, warnings };
}

const nothingListed = { added: 0, changed: 0, waiting: 0, skipped: [], changes: [] };

const describeWaiting = (count: number, slug: string): string =>
  `The server changed ${count === 1 ? "1 tool" : `${count} tools`}. See GET /v1/applications/${slug}/changes, and accept or reject each.`;

const describeOAuthProblem = (problem: string, methods: readonly CatalogAuthentication[]): string =>
  methods.some(({ type }) => type === "oauth2")
    ? `The sign-in with OAuth is as before. ${problem} When that is mended, import the application again.`
    : `No sign-in with OAuth is offered. ${problem} When that is mended, import the application again.`;
