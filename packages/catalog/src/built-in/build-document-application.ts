import type { CatalogApplication, CatalogAuthentication } from "../application.ts";
import type { Skipped } from "../openapi/document/list-operations.ts";
import { importOpenApi } from "../openapi/import-openapi.ts";
import type { PublishedSlugs } from "../published-slug.ts";
import type { CatalogTool } from "../tool.ts";
import { BuiltInError } from "./built-in-error.ts";
import { applyOverlay } from "./overlay/apply-overlay.ts";
import { type BuiltInDeclaration, builtInApplication } from "./overlay/built-in-application.ts";
import { finishApplication } from "./overlay/finish-application.ts";
import { openDocuments, withPrefix } from "./overlay/open-documents.ts";

/** A built application, and what its author should look at. */
export interface BuiltApplication {
  application: CatalogApplication;
  skipped: Skipped[];
  warnings: string[];
}

/**
 * Builds a built-in application from its overlay and its documents, by the same importer as `POST /v1/applications`.
 *
 * @param texts the documents by path inside the package
 * @param publishedSlugs by the tools' `operationKey`; they are kept (decisions D20)
 * @throws BuiltInError that lists every problem of the overlay
 */
export function buildDocumentApplication(
  declaration: BuiltInDeclaration,
  texts: ReadonlyMap<string, string>,
  publishedSlugs: PublishedSlugs = new Map(),
): BuiltApplication {
  const overlay = checkDeclaration(declaration);
  const problems: string[] = [];
  const documents = openDocuments(overlay, texts);
  const operations = applyOverlay(overlay, documents, problems);
  const results = documents.map(({ document, prefix }) => ({
    prefix,
    ...importOpenApi({
      slug: overlay.slug,
      name: overlay.name,
      document,
      publishedSlugs: selectPublished(publishedSlugs, prefix),
    }),
  }));
  const [first] = results;
  if (first === undefined) {
    throw new BuiltInError(overlay.slug, ["It has no document."]);
  }
  const mainUrl = first.application.environments[0]?.serverUrl ?? "";
  const tools = results.flatMap(({ prefix, application }) =>
    application.tools.map((tool) =>
      moveTool(tool, prefix, mainUrl, application.environments[0]?.serverUrl ?? ""),
    ),
  );
  const application = finishApplication(
    overlay,
    {
      environments: first.application.environments,
      authentications: mergeMethods(results.map((result) => result.application)),
      tools,
      ...mergeManifests(results.map((result) => result.application.manifest)),
    },
    operations,
  );
  const warnings = results.flatMap((result) => result.warnings);
  problems.push(...listProblems(application, operations.featured, warnings));
  if (problems.length > 0) {
    throw new BuiltInError(overlay.slug, problems);
  }
  return { application, skipped: results.flatMap((result) => result.skipped), warnings };
}

/** A document whose tools need no credentials has a method without any. Beside documents whose tools need some it is of no use. */
function mergeMethods(parts: readonly CatalogApplication[]): CatalogAuthentication[] {
  const methods = listDistinct(parts.flatMap(({ authentications }) => authentications));
  const withCredentials = methods.filter(({ type }) => type !== "none");
  const isNeeded = parts.some(({ requiresConnection }) => requiresConnection);
  return isNeeded && withCredentials.length > 0 ? withCredentials : methods;
}

function checkDeclaration(declaration: BuiltInDeclaration) {
  const parsed = builtInApplication.safeParse(declaration);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new BuiltInError(declaration.slug, problems);
  }
  return parsed.data;
}

/** The publications of one document, by the keys that its import knows. */
function selectPublished(published: PublishedSlugs, prefix: string | undefined): PublishedSlugs {
  if (prefix === undefined) {
    return published;
  }
  const beginning = withPrefix(prefix, "");
  return new Map(
    [...published]
      .filter(([key]) => key.startsWith(beginning))
      .map(([key, publication]) => [key.slice(beginning.length), publication]),
  );
}

/** A tool of a further document keeps the document's own address and gets a key of its own. */
function moveTool(
  tool: CatalogTool,
  prefix: string | undefined,
  mainUrl: string,
  ownUrl: string,
): CatalogTool {
  const { binding } = tool;
  const isElsewhere = binding.kind === "http" && binding.serverUrl === null && ownUrl !== mainUrl;
  return {
    ...tool,
    operationKey: withPrefix(prefix, tool.operationKey),
    ...(isElsewhere && { binding: { ...binding, serverUrl: ownUrl } }),
  };
}

function mergeManifests(
  manifests: readonly CatalogApplication["manifest"][],
): Pick<CatalogApplication, "manifest"> {
  const known = manifests.filter((manifest) => manifest !== undefined);
  const objects = known.flatMap((manifest) => manifest.objects ?? []);
  const test = known.find((manifest) => manifest.test)?.test;
  const account = test === undefined ? known.find((manifest) => manifest.account)?.account : undefined;
  if (objects.length === 0 && test === undefined && account === undefined) {
    return {};
  }
  return {
    manifest: { ...(objects.length > 0 && { objects }), ...(test && { test }), ...(account && { account }) },
  };
}

/** What the importer left out although the overlay asks for it. */
function listProblems(
  { tools }: CatalogApplication,
  featured: ReadonlyMap<string, unknown>,
  warnings: readonly string[],
): string[] {
  const keys = new Set(tools.map(({ operationKey }) => operationKey));
  const missing = [...featured.keys()].filter((key) => !keys.has(key));
  return [
    ...(tools.length === 0 ? ["It has no tools."] : []),
    ...missing.map((key) => `featured: the operation ${key} is not a tool`),
    ...warnings.filter((warning) => warning.startsWith("The mark ")),
    ...listTwice(tools.map(({ slug }) => slug)).map(
      (slug) => `two tools have the slug ${slug}; give the documents prefixes`,
    ),
    ...listTwice(tools.map(({ operationKey }) => operationKey)).map(
      (key) => `two tools have the key ${key}; give the documents prefixes`,
    ),
  ];
}

const listTwice = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

/** Keeps the first method of each key, in the order of the documents. */
function listDistinct(methods: readonly CatalogAuthentication[]): CatalogAuthentication[] {
  return [...Map.groupBy(methods, ({ key }) => key).values()].flatMap(([first]) => first ?? []);
}
