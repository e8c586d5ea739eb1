import {
  type ApplicationManifest,
  buildSearchIndex,
  type CatalogAuthentication,
  type Environment,
  type SearchDocument,
  type SearchIndex,
} from "@bowline/catalog";
import type { Application } from "@bowline/contract";

/** An application of a company's catalog, with its ids. */
export interface ApplicationEntry {
  applicationId: number;
  /** Null: built in, belongs to every company. */
  companyId: number | null;
  slug: string;
  name: string;
  environments: Environment[];
  /** Methods on offer, in the description's order. */
  authentications: AuthenticationEntry[];
  /** Objects to find and the call to try credentials with; never answered. */
  manifest: ApplicationManifest;
  /** The record that is answered (decisions D17). */
  record: Application;
  /** `record` as JSON. */
  json: string;
}

export interface AuthenticationEntry extends CatalogAuthentication {
  authenticationId: number;
}

/** A tool of a company's catalog. Schemas and binding stay in the database until they are used. */
export interface ToolEntry {
  toolId: number;
  application: ApplicationEntry;
  slug: string;
  /** The bare operation (decisions D21). */
  operation: string;
  isReadOnly: boolean;
  isIdempotent: boolean;
  requiresConnection: boolean;
  contextType: string | null;
  resultsPath: string | null;
  tags: readonly string[];
  /** The record without its schemas, as JSON. */
  summaryJson: string;
}

/** What a search looks at beyond a tool's summary. */
export type SearchWords = Pick<SearchDocument, "parameters" | "path">;

/** What a company's callers see of the catalog, held in memory; never changed once made. */
export interface CompanyCatalog {
  /** By slug. */
  applications: readonly ApplicationEntry[];
  /** By slug. */
  tools: readonly ToolEntry[];
  findApplication(slug: string): ApplicationEntry | undefined;
  findApplicationById(applicationId: number): ApplicationEntry | undefined;
  findTool(slug: string): ToolEntry | undefined;
  /** A tool by its application and bare operation. */
  findOperation(application: ApplicationEntry, operation: string): ToolEntry | undefined;
  /** The tools that match, best first. */
  searchTools(query: string, accept: (tool: ToolEntry) => boolean): Promise<ToolEntry[]>;
  /** The applications that match, best first. */
  searchApplications(query: string): Promise<ApplicationEntry[]>;
}

/**
 * @param applications in the order of their slugs
 * @param tools in the order of their slugs
 * @param loadSearchWords asked once, at the first search, by `toolId`
 */
export function buildCompanyCatalog(
  applications: ApplicationEntry[],
  tools: ToolEntry[],
  loadSearchWords: () => Promise<ReadonlyMap<number, SearchWords>>,
): CompanyCatalog {
  const applicationBySlug = new Map(applications.map((application) => [application.slug, application]));
  const applicationById = new Map(
    applications.map((application) => [application.applicationId, application]),
  );
  const toolBySlug = new Map(tools.map((tool) => [tool.slug, tool]));
  const toolByOperation = new Map(
    tools.map((tool) => [operationKey(tool.application, tool.operation), tool]),
  );
  let toolIndex: Promise<SearchIndex> | undefined;
  let applicationIndex: Promise<SearchIndex> | undefined;

  return {
    applications,
    tools,
    findApplication: (slug) => applicationBySlug.get(slug),
    findApplicationById: (applicationId) => applicationById.get(applicationId),
    findTool: (slug) => toolBySlug.get(slug),
    findOperation: (application, operation) => toolByOperation.get(operationKey(application, operation)),
    async searchTools(query, accept) {
      toolIndex ??= buildToolIndex(tools, loadSearchWords).catch((error) => {
        toolIndex = undefined;
        throw error;
      });
      const index = await toolIndex;
      const found = index.search(query, (position) => {
        const tool = tools[position];
        return tool !== undefined && accept(tool);
      });
      return pick(tools, found);
    },
    async searchApplications(query) {
      applicationIndex ??= buildSearchIndex(applications.map(applicationDocument));
      return pick(applications, (await applicationIndex).search(query));
    },
  };
}

const operationKey = (application: ApplicationEntry, operation: string): string =>
  `${application.applicationId}/${operation}`;

async function buildToolIndex(
  tools: readonly ToolEntry[],
  loadSearchWords: () => Promise<ReadonlyMap<number, SearchWords>>,
): Promise<SearchIndex> {
  const words = await loadSearchWords();
  return buildSearchIndex(listDocuments(tools, words));
}

/** One at a time: all of them together would weigh more than the index. */
function* listDocuments(
  tools: readonly ToolEntry[],
  words: ReadonlyMap<number, SearchWords>,
): Iterable<SearchDocument> {
  for (const tool of tools) {
    yield toolDocument(tool, words.get(tool.toolId));
  }
}

function toolDocument(tool: ToolEntry, words: SearchWords = { parameters: [], path: "" }): SearchDocument {
  const { name, description } = JSON.parse(tool.summaryJson);
  return {
    slug: tool.slug,
    applicationSlug: tool.application.slug,
    applicationName: tool.application.name,
    name,
    description,
    tags: tool.tags,
    parameters: words.parameters,
    path: words.path,
  };
}

function applicationDocument({ slug, name, record }: ApplicationEntry): SearchDocument {
  return {
    slug,
    applicationSlug: slug,
    applicationName: name,
    name,
    description: record.description,
    tags: record.categories,
    parameters: [],
    path: "",
  };
}

function pick<Item>(items: readonly Item[], positions: readonly number[]): Item[] {
  const picked: Item[] = [];
  for (const position of positions) {
    const item = items[position];
    if (item !== undefined) {
      picked.push(item);
    }
  }
  return picked;
}
