import { deployment } from "./deployment.ts";
import type { Endpoint } from "./endpoints.ts";

/** An operation in `/openapi.json`. */
export interface PublishedOperation {
  method: Endpoint["method"];
  path: string;
  takesBody: boolean;
  /** A valid body: empty when no member is required, else the published example. */
  sampleBody: unknown;
  isExtension: boolean;
  /** Whether only an Admin may call it. */
  isForAdmins: boolean;
  /** The scope that an access token needs; null: none. */
  scope: string | null;
  /** Names of the path's parameters, and whether each is an integer. */
  parameters: { name: string; isInteger: boolean }[];
  /** Whether a query parameter is required. */
  needsQuery: boolean;
  statuses: string[];
}

interface PathParameter {
  in: string;
  name: string;
  required?: boolean;
  schema?: { type?: string };
}

interface PublishedPathItem extends Partial<Record<string, unknown>> {
  parameters?: PathParameter[];
}

interface PublishedDetails {
  requestBody?: { content?: Record<string, { schema?: PublishedSchema }> };
  responses?: object;
  parameters?: PathParameter[];
  "x-bowline-extension"?: boolean;
  "x-bowline-auth"?: string;
  "x-bowline-scope"?: string;
}

interface PublishedSchema {
  $ref?: string;
  required?: string[];
  examples?: unknown[];
}

interface PublishedDocument {
  paths: Record<string, PublishedPathItem>;
  components?: { schemas?: Record<string, PublishedSchema> };
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Reads the operations under /v1 from the server's OpenAPI document. */
export async function readPublishedOperations(baseUrl = deployment().baseUrl): Promise<PublishedOperation[]> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  const document = (await response.json()) as PublishedDocument;
  const schemas = document.components?.schemas ?? {};
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith("/v1/"))
    .flatMap(([path, item]) => methods.flatMap((method) => readOperation(method, path, item, schemas)));
}

function readOperation(
  method: (typeof methods)[number],
  path: string,
  item: PublishedPathItem,
  schemas: Record<string, PublishedSchema>,
): PublishedOperation[] {
  const operation = item[method.toLowerCase()] as PublishedDetails | undefined;
  if (!operation) {
    return [];
  }
  const all = [item.parameters ?? [], operation.parameters ?? []].flat();
  const parameters = all
    .filter((parameter) => parameter.in === "path")
    .map(({ name, schema }) => ({ name, isInteger: schema?.type === "integer" }));
  return [
    {
      method,
      path,
      takesBody: operation.requestBody !== undefined,
      sampleBody: findSample(operation.requestBody?.content?.["application/json"]?.schema, schemas),
      isExtension: operation["x-bowline-extension"] === true,
      isForAdmins: operation["x-bowline-auth"] === "admin",
      scope: operation["x-bowline-scope"] ?? null,
      parameters,
      needsQuery: all.some((parameter) => parameter.in === "query" && parameter.required === true),
      statuses: Object.keys(operation.responses ?? {}),
    },
  ];
}

function findSample(schema: PublishedSchema | undefined, schemas: Record<string, PublishedSchema>): unknown {
  const name = schema?.$ref?.split("/").at(-1);
  const { required = [], examples = [] } = (name === undefined ? schema : schemas[name]) ?? {};
  return required.length === 0 ? {} : examples[0];
}

const absentValues: Record<string, string> = {
  toolsetId: "00000000-0000-4000-8000-000000000000",
  approvalId: "00000000-0000-4000-8000-000000000000",
  toolSlug: "no_such_tool",
  slug: "no-such-application",
};

/** Fills the path with these values; by default with well-formed ids of nothing. */
export function fillPath(path: string, values: Record<string, string> = {}): string {
  return path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => values[name] ?? absentValues[name] ?? "2000000000",
  );
}
