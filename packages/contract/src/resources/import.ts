import { z } from "zod";
import { baseUrl } from "./application.ts";
import { errorCode } from "./error.ts";
import { extension } from "./extension.ts";
import { anyMembers, applicationSlug, dateTime, displayName, id, toolSlug } from "./primitives.ts";

/**
 * Import of an OpenAPI 2.0, 3.0, 3.1 or 3.2 document, of an MCP server, of a GraphQL endpoint, or of a kind of database
 * (decisions D24, D68, D69).
 */
export const importApplicationBody = z
  .strictObject({
    source: z.enum(["openapi", "mcp", "sql", "graphql"]).meta({ description: "The kind of description." }),
    slug: applicationSlug,
    name: displayName.nullish().meta({
      description:
        "Default: the document's title. A name that was set with PATCH stays, and so does that of an MCP server that is known already: `warnings` says so.",
    }),
    document: anyMembers.nullish().meta({ description: "The document as JSON." }),
    text: z.string().nullish().meta({ description: "The document as JSON or YAML text." }),
    url: z.string().max(2000).nullish().meta({
      description:
        "The address of the document, of the MCP server or of the GraphQL endpoint. Files of the same origin that an OpenAPI document refers to are fetched, too.",
    }),
    schema: z.string().nullish().meta({
      description:
        "A GraphQL schema: SDL, or the JSON response of an introspection query. For an endpoint that refuses introspection.",
    }),
    headers: z
      .record(
        z.string().regex(/^[A-Za-z0-9._-]{1,100}$/, "Must be the name of a header."),
        z
          .string()
          .max(10_000)
          .regex(
            /^[\t\x20-\x7e\x80-\xff]*$/,
            "Contains a line break or another character that is not allowed in a header.",
          ),
      )
      .nullish()
      .meta({
        description:
          "Headers to send when listing an MCP server's tools or reading a GraphQL endpoint's schema, such as `Authorization`. Their values are not stored; their names become an authentication method.",
        ...extension,
      }),
    baseUrl: baseUrl.nullish().meta({
      description: "Replaces the document's servers. With `schema`, the address of the GraphQL endpoint.",
    }),
    overridableFields: z
      .array(z.string())
      .max(100)
      .nullish()
      .meta({ description: "Connection fields that `customConnectionData` may replace." }),
    dialect: z.enum(["postgresql", "mysql", "sqlite"]).nullish().meta({
      description: "The kind of database, for the source `sql`. `mysql` is MySQL and MariaDB.",
    }),
    securitySchemes: z.record(z.string(), anyMembers).nullish().meta({
      description:
        "OpenAPI security schemes for a document that has none. Every operation accepts each of them.",
    }),
    background: z
      .boolean()
      .nullish()
      .meta({
        description:
          "True: returns the import's id at once. `GET /v1/imports/{importId}` says how far it is.",
        ...extension,
      }),
    dryRun: z
      .boolean()
      .nullish()
      .meta({
        description: "True: stores nothing, and returns what the import would change as `changes`.",
        ...extension,
      }),
    provider: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .nullish()
      .meta({
        description:
          "A known provider. Its authentication methods are added. `GET /v1/providers` lists the providers.",
        ...extension,
      }),
  })
  .meta({
    id: "ImportApplication",
    description:
      "Give exactly one of `document`, `text` and `url`, or for a GraphQL endpoint one of `url` and `schema`. An import of an MCP server takes only `source`, `slug`, `url`, `name` and `headers`, and one of a database only `source`, `slug`, `name` and `dialect`. Each also takes `background` and `dryRun`.",
    examples: [
      { source: "openapi", slug: "petstore", url: "https://petstore3.swagger.io/api/v3/openapi.json" },
      { source: "mcp", slug: "notes", url: "https://mcp.example.com/mcp" },
      { source: "graphql", slug: "shop", url: "https://shop.example.com/graphql" },
      { source: "sql", slug: "shop-database", dialect: "postgresql" },
    ],
  });

export const importResult = z
  .object({
    applicationSlug,
    toolCount: z.int(),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    stoppedConnections: z.int().meta({
      description:
        "Connections that no longer send anything, because the import changed an address that their credentials were entered for.",
    }),
    skipped: z.array(z.object({ operation: z.string(), reason: z.string() })),
    warnings: z.array(z.string()),
    changes: z
      .array(z.object({ toolSlug, kind: z.enum(["added", "changed", "removed"]) }))
      .optional()
      .meta({
        description:
          "Present with `dryRun`: the tools that the import would add, change or remove, by slug. Those of an MCP server that is known already would wait until an Admin accepts them.",
        ...extension,
      }),
  })
  .meta({ id: "ImportResult" });

export type ImportResult = z.infer<typeof importResult>;

export const importStarted = z
  .object({ importId: id.meta({ description: "For `GET /v1/imports/{importId}`." }) })
  .meta({ id: "ImportStarted" });

const importPhase = z.enum(["fetching", "reading", "building", "storing"]);
export type ImportPhase = z.infer<typeof importPhase>;

/** An import in the background (decisions D72). */
export const importRecord = z
  .object({
    importId: id,
    applicationSlug,
    isDryRun: z.boolean(),
    status: z
      .union([z.literal(0), z.literal(1), z.literal(2)])
      .meta({ description: "0: done; 1: in progress; 2: failed." }),
    phase: importPhase.meta({ description: "The last phase that it reached." }),
    done: z.int().meta({ description: "How many tools of `total` the phase has done." }),
    total: z.int().nullable().meta({ description: "Null: not known yet." }),
    result: importResult.nullable().meta({ description: "When it is done: what the import returned." }),
    error: z.string().nullable().meta({ description: "When it failed: what was wrong, and what to do." }),
    errorCode: errorCode.nullable().meta({
      description: "When it failed: the code of the error that an import without `background` returns.",
    }),
    startedDate: dateTime,
    endedDate: dateTime.nullable(),
  })
  .meta({ id: "Import" });

export type ImportRecord = z.infer<typeof importRecord>;
