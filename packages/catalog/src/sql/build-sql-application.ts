import type { CatalogApplication } from "../application.ts";
import { toolSlug } from "../slugs.ts";
import type { CatalogTool, SqlDialect } from "../tool.ts";
import { buildFileAuthentication, buildSqlAuthentication } from "./sql-authentication.ts";
import { type SqlToolDefinition, sqlTools } from "./sql-tools.ts";

export interface SqlImportInput {
  slug: string;
  /** Default: the dialect's name. */
  name: string | null;
  dialect: SqlDialect;
}

const dialectNames: Record<SqlDialect, string> = {
  postgresql: "PostgreSQL",
  mysql: "MySQL",
  sqlite: "SQLite",
};

const placeholders: Record<SqlDialect, string> = {
  postgresql: "$1, $2",
  mysql: "?",
  sqlite: "$1, $2",
};

/** Builds the application of a kind of database (decisions D69). Each connection names its own database. */
export function buildSqlApplication({ slug, name, dialect }: SqlImportInput): CatalogApplication {
  const dialectName = dialectNames[dialect];
  return {
    slug,
    name: name ?? dialectName,
    description: `Reads and changes the tables of a ${dialectName} database, and runs SQL statements in it.`,
    categories: ["Databases"],
    iconUrl: null,
    websiteUrl: null,
    source: "sql",
    requiresConnection: true,
    environments: [
      {
        name: "default",
        serverUrl: dialect === "sqlite" ? "sqlite:///{file}" : `${dialect}://{host}:{port}`,
      },
    ],
    authentications: [dialect === "sqlite" ? buildFileAuthentication() : buildSqlAuthentication(dialect)],
    tools: sqlTools.map((tool) => buildTool(slug, dialect, tool)),
    manifest: {
      objects: [
        {
          kind: "table",
          operation: "list_tables",
          input: { withRowSchema: true },
          namePath: "/name",
          schemaPath: "/rowSchema",
        },
      ],
      test: { operation: "list_tables", input: { limit: 1 }, labelPath: "/account" },
    },
  };
}

function buildTool(
  slug: string,
  dialect: SqlDialect,
  { hints, resultsPath, context, isShapedByDatabase, ...texts }: SqlToolDefinition,
): CatalogTool {
  const { operation } = texts;
  const hint =
    operation === "read_query" || operation === "run_query"
      ? ` Write values as ${placeholders[dialect]} and give them in values.`
      : "";
  return {
    ...texts,
    description: `${texts.description}${hint}`,
    slug: toolSlug(slug, operation).slug,
    operationKey: operation,
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
      ...hints,
    },
    scopes: [],
    tags: [],
    contextType: context === undefined ? null : "table",
    resultsPath: resultsPath ?? null,
    requiresConnection: true,
    isDeprecated: false,
    isFeatured: true,
    binding: { kind: "sql", dialect, operation },
    manifest: {
      ...(context !== undefined && { context: { type: "table", inputs: ["table"], ...context } }),
      ...(isShapedByDatabase && { results: { byRuntime: true } }),
    },
  };
}
