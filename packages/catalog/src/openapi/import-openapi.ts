import type { CatalogApplication } from "../application.ts";
import type { BoundInput } from "../bound-input.ts";
import { DescriptionError } from "../description-error.ts";
import { findKnownProvider } from "../oauth/known-providers.ts";
import type { PublishedSlugs } from "../published-slug.ts";
import { listOf, namedEntriesOf, recordOf, textsOf, type UncheckedRecord } from "../record.ts";
import { isApplicationSlug } from "../slugs.ts";
import type { HttpTool } from "../tool.ts";
import {
  applyOverridable,
  completeAuthentications,
  describeApplication,
  needsAddress,
} from "./build-application.ts";
import { buildTool, type ImportScope } from "./build-tool.ts";
import { type DeclaredOperation, listOperations, type Skipped } from "./document/list-operations.ts";
import { checkDocument, isSwagger, readText } from "./document/read-document.ts";
import { References } from "./document/references.ts";
import { upgradeSwagger } from "./document/upgrade-swagger.ts";
import type { DescriptionFiles } from "./files/description-file.ts";
import { type FollowedFiles, followFiles } from "./files/follow-files.ts";
import { readApplicationMarks } from "./marks/read-application-marks.ts";
import { readFailureMark } from "./marks/read-failure-mark.ts";
import { createNotes, type Notes } from "./notes.ts";
import { nameOperations } from "./operation-names.ts";
import { SchemaStore } from "./schemas/schema-store.ts";
import { describeMissingCredentials, findCredentialInput } from "./security/missing-credentials.ts";
import { findOAuthOperations, type OAuthOperations } from "./security/oauth-operations.ts";
import { createSecurity } from "./security/security.ts";
import { separateVariables } from "./servers/separate-variables.ts";
import { maxUrlLength } from "./servers/server-url.ts";
import { Servers } from "./servers/servers.ts";
import { createToolBudget } from "./tool-budget.ts";

/** A Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2 document, and how to import it (decisions D24). */
export interface OpenApiImportInput {
  /** The application's slug (decisions D20). */
  slug: string;
  /** Default: the document's title. */
  name?: string;
  /** The document as JSON or YAML text. Required without `document`. */
  text?: string;
  /** The parsed document. */
  document?: unknown;
  /** Address of the document. Relative server addresses are resolved against it. */
  documentUrl?: string;
  /**
   * What was fetched of the files that the document refers to, by address (decisions D24a). Needs `documentUrl`. Default: references out of the
   * document are not followed.
   */
  files?: DescriptionFiles;
  /** Replaces all servers of the document. */
  baseUrl?: string;
  /** Names of connection fields that a call may override. */
  overridableFields?: readonly string[];
  /** Security schemes for a document without any. Operations without a requirement of their own accept each of them. */
  securitySchemes?: { [name: string]: unknown };
  /** A known provider, by key or name. Its methods are added (decisions D45). */
  provider?: string;
  /** Slugs of earlier imports. They are kept (decisions D20). */
  publishedSlugs?: PublishedSlugs;
  /** The inputs that the tools have had since the last import, by slug. None of them gets another meaning. */
  earlierInputs?: ReadonlyMap<string, readonly BoundInput[]>;
}

export interface OpenApiImportResult {
  application: CatalogApplication;
  /** Operations that cannot become tools, each with the reason. */
  skipped: Skipped[];
  /** One sentence for each part that was left out or guessed. */
  warnings: string[];
}

/**
 * Builds an application from an OpenAPI document. Every operation becomes a tool, except for the endpoints of its own OAuth. Never
 * change the result, because tools share parts of their schemas. Files that are not in `files` are not followed. Throws
 * `DescriptionError` when the input is not an OpenAPI document. `onBuilt` hears how many of the operations have been built.
 */
export function importOpenApi(
  input: OpenApiImportInput,
  onBuilt: (done: number, total: number) => void = () => {},
): OpenApiImportResult {
  return importOpened(input, openDescription(input), onBuilt);
}

/** A document that was read, with its files. */
export interface OpenedDescription {
  /** The document as it was written, with other references (`followFiles`). */
  given: UncheckedRecord;
  files: FollowedFiles;
  notes: Notes;
}

/**
 * Reads a document, and those of its files that are there. `files.missing` lists what to fetch first: with it, the document is opened again.
 *
 * @throws DescriptionError when the input is not an OpenAPI document
 */
export function openDescription(input: OpenApiImportInput): OpenedDescription {
  if (!isApplicationSlug(input.slug)) {
    throw new DescriptionError(`The slug ${JSON.stringify(input.slug)} must match ^[a-z][a-z0-9-]{0,31}$.`);
  }
  const notes = createNotes();
  const given = readDocument(input, notes);
  const { documentUrl, files } = input;
  if (files === undefined || documentUrl === undefined) {
    return { given, files: { values: new Map(), missing: [] }, notes };
  }
  const base = readOwnAddress(given, documentUrl) ?? documentUrl;
  return { given, files: followFiles(given, { documentUrl, base }, files, notes), notes };
}

/** Like `importOpenApi`, with the document that `openDescription` returned. */
export function importOpened(
  input: OpenApiImportInput,
  { given, files, notes }: OpenedDescription,
  onBuilt: (done: number, total: number) => void,
): OpenApiImportResult {
  const document = isSwagger(given) ? upgradeSwagger(given, notes, files.values) : given;
  const { scope, address } = openScope(input, document, files, notes);
  const { servers, references } = scope;
  const { operations, skipped } = listOperations(document, references);
  if (operations.length === 0) {
    notes.add(describeMissingOperations(document, skipped));
  }
  const serverUrls = servers.environments.map(({ serverUrl }) => serverUrl);
  const findOAuth = findOAuthOperations(document, references, serverUrls, address);
  const built = buildTools(input, operations, scope, findOAuth, onBuilt);
  return {
    application: buildApplication(input, document, scope, built.tools),
    skipped: [...skipped, ...built.skipped],
    warnings: notes.list(),
  };
}

function describeMissingOperations(document: UncheckedRecord, skipped: readonly Skipped[]): string {
  const reason = "The document states no operations, so no tool was made.";
  if (skipped.length > 0) {
    return `${reason} If they are in other files, join these to one document first`;
  }
  return namedEntriesOf(document.webhooks).length > 0
    ? `${reason} It describes webhooks only, which the application calls itself`
    : `${reason} Are they in another file?`;
}

function readDocument({ text, document }: OpenApiImportInput, notes: Notes): UncheckedRecord {
  return checkDocument(
    text === undefined
      ? document
      : readText(text, (pointer) => notes.addAt("A member is given twice; the last one is used", pointer)),
  );
}

/** Opens what all operations of a document share. `address` makes an address in it absolute and names the fields of its variables. */
function openScope(
  input: OpenApiImportInput,
  document: UncheckedRecord,
  files: FollowedFiles,
  notes: Notes,
): { scope: ImportScope; address(url: string): string } {
  const references = new References(document, files.values);
  const documentUrl = readOwnAddress(document, input.documentUrl);
  const servers = new Servers(document, { baseUrl: input.baseUrl, documentUrl, notes });
  const address = (url: string) =>
    absoluteAddress(servers.renameVariables(url), documentUrl ?? readDefaultUrl(servers));
  const security = createSecurity(document, {
    references,
    notes,
    securitySchemes: input.securitySchemes,
    provider: input.provider === undefined ? undefined : findKnownProvider(input.provider),
    address,
  });
  const store = new SchemaStore(references, notes);
  const failure = readFailureMark(document, (note) => notes.add(note)) ?? null;
  return { scope: { references, store, security, servers, notes, failure }, address };
}

const readDefaultUrl = ({ environments }: Pick<Servers, "environments">): string =>
  environments[0]?.serverUrl ?? "";

function buildApplication(
  input: OpenApiImportInput,
  document: UncheckedRecord,
  { servers, security, notes }: ImportScope,
  built: readonly HttpTool[],
): CatalogApplication {
  const stated = security.authentications();
  const addressed = { fields: servers.fields(), environments: servers.environments, tools: built };
  const { fields: serverFields, environments, tools: separated } = separateVariables(addressed, stated);
  const defaultUrl = readDefaultUrl({ environments });
  const tools = separated.map((tool) => ({
    ...tool,
    requiresConnection: tool.requiresConnection || needsAddress(tool, defaultUrl, serverFields),
  }));
  const { title, ...about } = describeApplication(document);
  if (stated.length === 0 && tools.length > 0 && !serverFields.some(({ secret }) => secret)) {
    const names = [input.slug, title ?? ""];
    notes.add(describeMissingCredentials(listServerUrls(input, document), names, findCredentialInput(tools)));
  }
  const requiresConnection = tools.some((tool) => tool.requiresConnection);
  const authentications = completeAuthentications(stated, serverFields, requiresConnection);
  const manifest = readApplicationMarks(document, tools, notes);
  const overridable = input.overridableFields ?? [];
  return {
    slug: input.slug,
    name: input.name ?? title ?? input.slug,
    ...about,
    source: "openapi",
    requiresConnection,
    environments,
    authentications: applyOverridable(authentications, overridable, environments, notes),
    tools,
    ...(manifest !== undefined && { manifest }),
  };
}

const nothingLeft =
  "all tools together are larger than 256 MiB, or their schemas than 48 MiB without the definitions that they share";

function buildTools(
  input: OpenApiImportInput,
  operations: DeclaredOperation[],
  scope: ImportScope,
  findOAuth: OAuthOperations,
  onBuilt: (done: number, total: number) => void,
): { tools: HttpTool[]; skipped: Skipped[] } {
  const tools: HttpTool[] = [];
  const skipped: Skipped[] = [];
  const budget = createToolBudget();
  const published = input.publishedSlugs ?? new Map();
  const names = nameOperations(input.slug, operations, published);
  for (const [index, declared] of operations.entries()) {
    onBuilt(index, operations.length);
    const name = names[index];
    if (!name) {
      continue;
    }
    const operation = `${declared.method} ${declared.path}`;
    const earlier = input.earlierInputs?.get(name.slug) ?? [];
    const described = budget.isSpent ? nothingLeft : buildTool(declared, name.operation, earlier, scope);
    // A tool of an earlier import stays.
    const isKept = typeof described === "string" || published.has(operation);
    const tool = isKept ? described : (findOAuth(described.binding) ?? described);
    if (typeof tool === "string") {
      skipped.push({ operation, reason: tool });
    } else if (!budget.take(tool)) {
      skipped.push({ operation, reason: budget.isSpent ? nothingLeft : "it is larger than 4 MiB" });
    } else {
      tools.push({ slug: name.slug, ...tool });
    }
  }
  onBuilt(operations.length, operations.length);
  return { tools, skipped };
}

function listServerUrls({ baseUrl }: OpenApiImportInput, document: UncheckedRecord): string[] {
  const stated = textsOf(listOf(document.servers).map((server) => recordOf(server).url));
  return baseUrl === undefined ? stated : [baseUrl, ...stated];
}

/** A document's `$self` comes before the address where it was found (OpenAPI 3.2 §4.1.2.2). */
function readOwnAddress({ $self }: UncheckedRecord, foundAt: string | undefined): string | undefined {
  const own =
    typeof $self === "string" && $self.length <= maxUrlLength ? URL.parse($self, foundAt)?.href : undefined;
  return own !== undefined && /^https?:/.test(own) ? own : foundAt;
}

/** OAuth addresses may be relative since OpenAPI 3.1. */
function absoluteAddress(url: string, base: string): string {
  return URL.canParse(url) || !URL.canParse(url, base) ? url : new URL(url, base).href;
}
