import { listVariables } from "../../list-variables.ts";
import type { UncheckedRecord } from "../../record.ts";
import { TypeConverter } from "./convert-types.ts";
import type { Body, Endpoint, Property, Specification, TypeDefinition } from "./specification.ts";

type RequestType = TypeDefinition & { kind: "request" };

/**
 * Converts Elastic's own specification into an OpenAPI document. An endpoint with several addresses becomes one operation for its
 * longest address and one for its shortest, such as the search in one index and in all.
 */
export function convertElasticsearch(specification: Specification): UncheckedRecord {
  const types = new TypeConverter(specification);
  const paths: Record<string, UncheckedRecord> = {};
  for (const endpoint of specification.endpoints) {
    if (endpoint.availability?.stack?.visibility === "private") {
      continue;
    }
    for (const { name, url } of chooseUrls(endpoint)) {
      const method = chooseMethod(url.methods, hasBody(endpoint, types)).toLowerCase();
      const item = paths[url.path] ?? {};
      item[method] ??= convertEndpoint(endpoint, { name, path: url.path }, types);
      paths[url.path] = item;
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Elasticsearch", version: "9" },
    servers: [{ url: "/" }],
    paths,
    components: { schemas: types.convertAll() },
  };
}

interface ChosenUrl {
  name: string;
  url: Endpoint["urls"][number];
}

function chooseUrls({ name, urls }: Endpoint): ChosenUrl[] {
  const sorted = urls.toSorted(
    (one, other) => listVariables(other.path).length - listVariables(one.path).length,
  );
  const [longest] = sorted;
  const shortest = sorted.at(-1);
  if (longest === undefined || shortest === undefined) {
    return [];
  }
  const missing = listVariables(longest.path).filter(
    (parameter) => !listVariables(shortest.path).includes(parameter),
  );
  if (missing.length === 0) {
    return [{ name, url: longest }];
  }
  const suffix = missing.join() === "id" ? "without_id" : "all";
  return [
    { name, url: longest },
    { name: `${name}_${suffix}`, url: shortest },
  ];
}

/** A request with a body is sent by POST, since a GET with a body does not pass every proxy. */
function chooseMethod(methods: readonly string[], withBody: boolean): string {
  const [first = "GET"] = methods;
  if (withBody && first === "GET" && methods.includes("POST")) {
    return "POST";
  }
  return methods.includes("GET") && !withBody ? "GET" : first;
}

function hasBody(endpoint: Endpoint, types: TypeConverter): boolean {
  const request = endpoint.request && types.find(endpoint.request);
  return request?.kind === "request" && request.body.kind !== "no_body";
}

function convertEndpoint(
  endpoint: Endpoint,
  { name, path }: { name: string; path: string },
  types: TypeConverter,
): UncheckedRecord {
  const request = endpoint.request && types.find(endpoint.request);
  const parts = request?.kind === "request" ? convertRequest(endpoint, request, { path, types }) : {};
  const [title = "", ...rest] = (endpoint.description ?? "").split("\n\n");
  const summary = title.replace(/\.$/, "");
  return {
    operationId: name.replaceAll(".", "_"),
    ...(summary !== "" && { summary: name.endsWith("_all") ? `${summary} (all)` : summary }),
    description: rest.join("\n\n") || title,
    ...(endpoint.docUrl !== undefined && { externalDocs: { url: endpoint.docUrl } }),
    ...(endpoint.deprecation !== undefined && { deprecated: true }),
    ...parts,
    responses: { "200": convertResponse(endpoint, types) },
  };
}

function convertRequest(
  { requestMediaType = [], requestBodyRequired }: Endpoint,
  { path: pathProperties, query, body }: RequestType,
  { path, types }: { path: string; types: TypeConverter },
): UncheckedRecord {
  const inPath = new Set(listVariables(path));
  const parameters = [
    ...pathProperties
      .filter(({ name }) => inPath.has(name))
      .map((property) => ({
        ...convertParameter(property, types),
        in: "path",
        required: true,
        explode: false,
      })),
    // Lists are separated by commas: https://www.elastic.co/docs/reference/elasticsearch/rest-apis/common-options
    ...query.map((property) => ({ ...convertParameter(property, types), in: "query", explode: false })),
  ];
  if (body.kind === "no_body") {
    return { parameters };
  }
  const isLines = requestMediaType.includes("application/x-ndjson");
  const content = isLines
    ? {
        "application/x-ndjson": {
          schema: { type: "string", description: "One JSON object a line, each line ended." },
        },
      }
    : { "application/json": { schema: convertBody(body, types) } };
  return { parameters, requestBody: { required: requestBodyRequired === true, content } };
}

const convertParameter = (property: Property, types: TypeConverter): UncheckedRecord => ({
  name: property.name,
  ...(property.description !== undefined && { description: property.description }),
  required: property.required,
  schema: types.convert(property.type),
});

function convertBody(body: Exclude<Body, { kind: "no_body" }>, types: TypeConverter): UncheckedRecord {
  if (body.kind === "properties") {
    return types.convertProperties(body.properties);
  }
  const schema = types.convert(body.value);
  return Object.keys(schema).length === 0 ? { type: "object" } : schema;
}

function convertResponse(
  { response, responseMediaType = [] }: Endpoint,
  types: TypeConverter,
): UncheckedRecord {
  const type = response && types.find(response);
  const description = "The result.";
  if (type?.kind !== "response" || type.body.kind === "no_body") {
    return { description };
  }
  const mediaType =
    responseMediaType.length === 0 || responseMediaType.includes("application/json")
      ? "application/json"
      : (responseMediaType[0] ?? "application/json");
  return { description, content: { [mediaType]: { schema: convertBody(type.body, types) } } };
}
