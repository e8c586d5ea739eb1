import { type ErrorCode, errorCodes } from "../error-codes.ts";
import type { Operation } from "../operation.ts";
import { operations } from "../operations.ts";
import { errorEnvelope } from "../resources/error.ts";
import { extension } from "../resources/extension.ts";
import { tags } from "../tags.ts";
import { createSchemaCollector, type SchemaCollector } from "./schema-collector.ts";

type JsonObject = Record<string, unknown>;

const description = `Bowline keeps a catalog of applications, their tools and each caller's connections, runs a tool through the right connection, and limits an agent to the toolset it was given.

Every request carries one credential: an API key as \`x-api-key\`, or \`Authorization: Bearer\`. When both are sent, the Bearer token is used. Every successful response is 200; every other response has the error envelope. Bowline's additions to the contract are marked \`x-bowline-extension\`.

Begin with \`GET /v1/auth/whoami\`: it returns who your credential belongs to and changes nothing. Under Authentication, enter your API key (the first start wrote one to \`.bowline/admin-api-key\`), open the operation, and send it.`;

/** Named once: every response has them. */
const sharedHeaders = {
  "x-request-id": addedHeader("Correlation id of the request."),
  "RateLimit-Limit": addedHeader("Size of the tighter budget."),
  "RateLimit-Remaining": addedHeader("Calls left in that budget."),
  "RateLimit-Reset": addedHeader("Seconds until the budget resets."),
};

const errorHeaders: Partial<Record<number, JsonObject>> = {
  401: {
    "WWW-Authenticate": addedHeader("Where the metadata about tokens for this API is (RFC 9728)."),
  },
  403: {
    "WWW-Authenticate": addedHeader(
      "Sent when an access token lacks a scope: `insufficient_scope` and the scope.",
    ),
  },
  429: { "Retry-After": header("1 or 3600 seconds.") },
  500: {
    "Retry-After": addedHeader("Seconds after which it may be otherwise. Sent only where that is known."),
  },
};

/**
 * The contract as an OpenAPI 3.1 document.
 *
 * @param serverUrl the public address of the server, without a trailing slash
 */
export function buildOpenApiDocument(serverUrl: string): JsonObject {
  const schemas = createSchemaCollector();
  const paths: Record<string, JsonObject> = {};
  for (const operation of listInReadingOrder()) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describeOperation(operation, schemas);
    paths[operation.path] = path;
  }
  schemas.convert(errorEnvelope);
  return {
    openapi: "3.1.1",
    info: {
      title: "Bowline",
      version: "1",
      description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "An API key (`bwl_…`)." },
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "A token issued by this server.",
        },
      },
      headers: sharedHeaders,
      schemas: schemas.components(),
    },
  };
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Sorted by path; on each path, operations that read come before operations that write. */
function listInReadingOrder(): Operation[] {
  return (Object.values(operations) as Operation[]).toSorted((a, b) =>
    a.path === b.path ? methods.indexOf(a.method) - methods.indexOf(b.method) : a.path < b.path ? -1 : 1,
  );
}

function describeOperation(operation: Operation, schemas: SchemaCollector): JsonObject {
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    ...(operation.extension && extension),
    "x-bowline-auth": operation.auth,
    ...(operation.scope && { "x-bowline-scope": operation.scope }),
    ...(isPagedList(operation) && { "x-bowline-paging": paging }),
    ...describeParameters(operation, schemas),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: schemas.convert(operation.body) } },
      },
    }),
    responses: {
      200: {
        description: "Success.",
        headers: { ...listSharedHeaders(200), ...describeHeaders(operation.responseHeaders) },
        content: { "application/json": { schema: schemas.convert(operation.output) } },
      },
      ...describeErrors(operation),
    },
  };
}

/** How lists are paged, as an import of this document reads it (decisions D24). */
const paging = { kind: "offset", parameter: "offset", sizeParameter: "top" };

const isPagedList = ({ method, query }: Operation): boolean =>
  method === "GET" && query !== undefined && "offset" in query.shape && "top" in query.shape;

function describeParameters(operation: Operation, schemas: SchemaCollector): { parameters?: JsonObject[] } {
  const parameters = [
    ...listParameters("path", operation.params, schemas),
    ...listParameters("query", operation.query, schemas),
    ...Object.entries(operation.headers ?? {}).map(([name, meaning]) => ({
      name,
      in: "header",
      required: false,
      description: meaning,
      ...extension,
      schema: { type: "string" },
    })),
  ];
  return parameters.length === 0 ? {} : { parameters };
}

function listParameters(
  place: "path" | "query",
  schema: Operation["params"],
  schemas: SchemaCollector,
): JsonObject[] {
  return Object.entries(schema?.shape ?? {}).map(([name, shape]) => {
    const member = shape as Parameters<SchemaCollector["convert"]>[0];
    const { description, "x-bowline-extension": isAdded, ...rest } = schemas.convert(member);
    return {
      name,
      in: place,
      required: !member.safeParse(undefined).success,
      ...(typeof description === "string" && { description }),
      ...(isAdded === true && extension),
      schema: rest,
    };
  });
}

const describeHeaders = (headers: Record<string, string> = {}): Record<string, JsonObject> =>
  Object.fromEntries(Object.entries(headers).map(([name, meaning]) => [name, addedHeader(meaning)]));

/** Refers to the headers of every response. No budget is charged to an unknown caller, so that a 401 names none. */
const listSharedHeaders = (status: number): JsonObject =>
  Object.fromEntries(
    Object.keys(sharedHeaders)
      .filter((name) => status !== 401 || !name.startsWith("RateLimit"))
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

function addedHeader(meaning: string): JsonObject {
  return { ...header(meaning), ...extension };
}

function header(meaning: string): JsonObject {
  return { description: meaning, schema: { type: "string" } };
}

/** The errors every operation may return, and the operation's own, grouped by status. */
function describeErrors(operation: Operation): Record<string, JsonObject> {
  const hasInput = operation.params || operation.query || operation.body;
  const refersToThings = ["POST", "PUT", "PATCH"].includes(operation.method);
  const codes = new Set<ErrorCode>([
    ...(hasInput ? (["VALIDATION_ERROR"] as const) : []),
    "INVALID_REQUEST",
    "UNAUTHORIZED",
    "FORBIDDEN",
    ...operation.errors,
    // What a request refers to may be deleted while it is stored.
    ...(refersToThings ? (["CONFLICT"] as const) : []),
    "RATE_LIMIT_EXCEEDED",
    "INTERNAL_ERROR",
  ]);
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      status,
      {
        description: sameStatus.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join("\n\n"),
        headers: { ...listSharedHeaders(status), ...errorHeaders[status] },
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}
