import { z } from "zod";
import { errorCode } from "./error.ts";
import { extension } from "./extension.ts";
import { applicationSlug, dateTime, id, toolSlug } from "./primitives.ts";

/** A named value of a connection (decisions D18). */
export const credentialField = z
  .object({
    fieldName: z.string(),
    label: z.string(),
    description: z.string(),
    type: z.enum(["string", "number", "boolean"]),
    required: z.boolean(),
    secret: z.boolean().meta({ description: "A secret is stored encrypted and never returned." }),
    overridable: z
      .boolean()
      .meta({ description: "Whether `customConnectionData` may replace the value for one call." }),
    default: z.string().nullable(),
    enum: z
      .array(z.string())
      .optional()
      .meta({ description: "The only values allowed, when they are known." }),
    pattern: z
      .string()
      .optional()
      .meta({ description: "Regular expression that the whole value must match." }),
    patternHint: z
      .string()
      .optional()
      .meta({ description: 'What the pattern requires, worded to follow "must be".', ...extension }),
  })
  .meta({ id: "CredentialField" });

export type CredentialField = z.infer<typeof credentialField>;

/** The kinds of authentication method (decisions D18). */
export const authenticationType = z.enum([
  "none",
  "apiKey",
  "basic",
  "bearer",
  "oauth2",
  "oauth2ClientCredentials",
  "mutualTLS",
  "custom",
]);

export type AuthenticationType = z.infer<typeof authenticationType>;

/** A way to connect to an application (decisions D18). */
export const authentication = z
  .object({
    authenticationId: id,
    type: authenticationType,
    name: z.string(),
    description: z.string(),
    environments: z.array(z.string()).meta({ description: "The first is the default." }),
    scopes: z.array(z.string()),
    fields: z.array(credentialField),
  })
  .meta({ id: "Authentication" });

/** Where an application's description came from (decisions D17). */
export const applicationSource = z
  .enum(["builtin", "openapi", "mcp", "sql", "code", "graphql"])
  .meta({ description: "The kind of description. `graphql` is an extension." });

export type ApplicationSource = z.infer<typeof applicationSource>;

/** An application of the catalog (decisions D17). */
export const application = z
  .object({
    slug: applicationSlug,
    name: z.string(),
    description: z.string(),
    categories: z.array(z.string()),
    iconUrl: z.string().nullable(),
    websiteUrl: z.string().nullable(),
    source: applicationSource,
    requiresConnection: z.boolean(),
    toolCount: z.int(),
    isEnabled: z
      .boolean()
      .optional()
      .meta({
        description:
          "False: an Admin of the company has hidden it, and none of its tools run. Otherwise it is present only in the response to a request that sets it.",
        ...extension,
      }),
    authentications: z.array(authentication),
  })
  .meta({ id: "Application" });

export type Application = z.infer<typeof application>;
export type Authentication = z.infer<typeof authentication>;

const name = z.string().trim().min(1).max(200);

/** A host that an OAuth client may be sent to; `*.example.com` means all its subdomains (decisions D74). */
export const tokenHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(300)
  .regex(
    /^(?:[a-z0-9.-]+|\*(?:\.[a-z0-9-]+){2,}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/,
    "Must be a host such as login.example.com, or *.example.com for every host below.",
  );

const baseUrlIssue = "Must be an absolute http or https address without user name, query and fragment.";
/** The address of an application's API; may have a path. */
const baseUrl = z
  .string()
  .trim()
  .max(2000)
  .regex(/^[hH][tT][tT][pP][sS]?:\/\/[^\s/?#\\@{}]+(?:\/[^\s?#\\{}]*)?$/, baseUrlIssue)
  .refine((url) => URL.canParse(url), baseUrlIssue);

/**
 * Import of an OpenAPI 2.0, 3.0, 3.1 or 3.2 document, of an MCP server, of a GraphQL endpoint, or of a kind of database
 * (decisions D24, D68, D69).
 */
export const importApplicationBody = z
  .strictObject({
    source: z.enum(["openapi", "mcp", "sql", "graphql"]).meta({ description: "The kind of description." }),
    slug: applicationSlug,
    name: name.nullish().meta({ description: "Default: the document's title." }),
    document: z.record(z.string(), z.unknown()).nullish().meta({ description: "The document as JSON." }),
    text: z.string().nullish().meta({ description: "The document as JSON or YAML text." }),
    url: z
      .string()
      .max(2000)
      .nullish()
      .meta({ description: "The address of the document, of the MCP server or of the GraphQL endpoint." }),
    schema: z.string().nullish().meta({
      description:
        "A GraphQL schema: SDL, or the JSON response of an introspection query. For an endpoint that refuses introspection.",
    }),
    headers: z
      .record(
        z.string().regex(/^[A-Za-z0-9-]{1,100}$/, "Must be the name of a header."),
        z.string().max(10_000),
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
    securitySchemes: z.record(z.string(), z.record(z.string(), z.unknown())).nullish().meta({
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

/** A tool before or after a change; null when it does not exist then. */
const toolDefinition = z
  .object({
    name: z.string(),
    description: z.string(),
    annotations: z.record(z.string(), z.boolean()),
    inputSchema: z.record(z.string(), z.unknown()),
    outputSchema: z.record(z.string(), z.unknown()),
  })
  .nullable();

/** A change of an MCP server's tool that waits until an Admin accepts it (decisions D68). */
export const applicationChange = z
  .object({
    changeId: id,
    toolSlug,
    kind: z.enum(["added", "changed", "removed"]),
    before: toolDefinition,
    after: toolDefinition,
    foundDate: dateTime,
  })
  .meta({ id: "ApplicationChange" });

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

export const updateApplicationBody = z
  .strictObject({
    isEnabled: z.boolean().nullish().meta({
      description:
        "False hides the application from the company: it is in no list, and its tools do not run. The only member that a built-in application takes.",
    }),
    name: name.nullish(),
    description: z.string().max(4000).nullish(),
    categories: z.array(z.string().trim().min(1).max(60)).max(20).nullish(),
    iconUrl: z.url().max(2000).nullish(),
    websiteUrl: z.url().max(2000).nullish(),
    baseUrl: z
      .union([z.literal(""), baseUrl], { error: baseUrlIssue })
      .nullish()
      .meta({
        description:
          "The API's address. Replaces the document's servers and those of the connections. An empty text restores them.",
      }),
  })
  .meta({
    id: "UpdateApplication",
    description: "A member that is null or left out does not change.",
    examples: [{ name: "Pet store" }],
  });

/** A company's own OAuth client for an authentication method (decisions D23). */
export const setOAuthClientBody = z
  .strictObject({
    clientId: z.string().trim().min(1).max(1000),
    clientSecret: z.string().min(1).max(10_000).nullish().meta({
      description: "Stored encrypted and never returned. A client without a secret is a public client.",
    }),
    scopes: z
      .array(z.string().trim().min(1).max(500))
      .max(200)
      .nullish()
      .meta({ description: "Scopes to ask for at a sign-in. Default: the method's." }),
    tokenHosts: z.array(tokenHost).min(1).max(100).nullish().meta({
      description:
        "Hosts that the client may be sent to for tokens. Default: the hosts in the method's description. Required when a connection's field may be any host.",
    }),
  })
  .meta({
    id: "SetOAuthClient",
    examples: [{ clientId: "Iv1.8a61f9b3a7aba766", clientSecret: "not-a-real-secret" }],
  });

export const oauthClient = z
  .object({
    applicationSlug,
    authenticationId: id,
    clientId: z.string(),
    hasSecret: z.boolean(),
    scopes: z.array(z.string()).nullable(),
    tokenHosts: z.array(z.string()).meta({ description: "Hosts that the client may be sent to." }),
    redirectUri: z
      .string()
      .meta({ description: "The address to register with the client at the application." }),
  })
  .meta({ id: "OAuthClient" });

/** An OAuth method of the catalog, with the client that its sign-ins use. */
export const listedOAuthClient = z
  .object({
    applicationSlug,
    applicationName: z.string(),
    authenticationId: id,
    authenticationName: z.string(),
    setBy: z.enum(["company", "registration", "operator"]).nullable().meta({
      description:
        "Whose client it is. `company`: an Admin entered it; `registration`: this server registered it for the company at the application; `operator`: the server's, for all companies. Null: there is none. Some applications let this server register one at the first sign-in.",
    }),
    clientId: z.string().nullable().meta({ description: "Null: there is none, or it is the operator's." }),
    hasSecret: z
      .boolean()
      .meta({ description: "Whether the company's client has a secret. It is never returned." }),
    scopes: z.array(z.string()).nullable().meta({ description: "Null: the method's own." }),
    redirectUri: z.string().meta({
      description: "The address of this server that is registered with the client, or is to be.",
    }),
  })
  .meta({ id: "ListedOAuthClient" });

export type ListedOAuthClient = z.infer<typeof listedOAuthClient>;
