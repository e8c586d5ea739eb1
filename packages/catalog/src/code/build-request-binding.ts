import { DescriptionError } from "../description-error.ts";
import type { Json, JsonSchema } from "../json-schema.ts";
import { listVariables } from "../list-variables.ts";
import type { BodyBinding, BodyProperty, BodyTemplate, HttpBinding, ParameterBinding } from "../tool.ts";
import { InputReference } from "./from-input.ts";
import type { BodyPattern, RequestDefinition } from "./request-definition.ts";

const contentTypes: { [Format in NonNullable<RequestDefinition["bodyFormat"]>]: string } = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
  text: "text/plain; charset=utf-8",
  binary: "application/octet-stream",
};

/**
 * Turns a request into a binding, so that the HTTP runtime runs it.
 *
 * @param inputSchema the tool's input schema
 * @throws DescriptionError when an input goes nowhere, or a name is no input
 */
export function buildRequestBinding(
  request: RequestDefinition,
  inputSchema: JsonSchema,
): Omit<HttpBinding, "authentications"> {
  const inputs = Object.keys((inputSchema.properties ?? {}) as object);
  const inPath = listVariables(request.path);
  const query = splitFixed(listNamed(request.query));
  const headers = splitFixed(listNamed(request.headers));
  const stated = request.body === undefined ? null : buildStatedBody(request, request.body);
  const named = [
    ...inPath,
    ...query.references.map(([, { input }]) => input),
    ...headers.references.map(([, { input }]) => input),
    ...(stated === null ? [] : listInputs(stated.from)),
  ];
  const unknown = named.find((name) => !inputs.includes(name));
  if (unknown !== undefined) {
    throw new DescriptionError(`its request names ${JSON.stringify(unknown)}, which is not in its input.`);
  }
  const rest = inputs.filter((name) => !named.includes(name));
  const hasBody = !["GET", "HEAD", "DELETE"].includes(request.method);
  if (hasBody && stated !== null && rest.length > 0) {
    throw new DescriptionError(`its input ${JSON.stringify(rest[0])} is nowhere in its request.`);
  }
  const restOfQuery = hasBody ? [] : rest;
  const restOfBody = hasBody && stated === null ? rest : [];
  const defaults = listDefaults(inputSchema);
  return {
    kind: "http",
    method: request.method,
    serverUrl: request.serverUrl ?? null,
    path: addFixedQuery(request.path, query.fixed),
    parameters: [
      ...inPath.map((name) => bindParameter("path", name, new InputReference(name, undefined))),
      ...query.references.map(([name, reference]) => bindParameter("query", name, reference)),
      ...restOfQuery.map((name) => bindParameter("query", name, new InputReference(name, undefined))),
      ...headers.references.map(([name, reference]) => bindParameter("header", name, reference)),
    ],
    body: stated ?? (restOfBody.length === 0 ? null : buildStatedBody(request, restOfBody)),
    accept: request.accept ?? "application/json",
    ...(headers.fixed.length > 0 && {
      headers: Object.fromEntries(headers.fixed.map(([name, value]) => [name.toLowerCase(), String(value)])),
    }),
    ...(Object.keys(defaults).length > 0 && { defaults }),
  };
}

type NamedValues = [name: string, value: InputReference | string | number | boolean][];

function listNamed(
  values: readonly string[] | { readonly [name: string]: InputReference | string | number | boolean } = [],
): NamedValues {
  return Array.isArray(values)
    ? values.map((name) => [name, new InputReference(name, undefined)])
    : Object.entries(values);
}

function splitFixed(values: NamedValues): {
  references: [name: string, reference: InputReference][];
  fixed: [name: string, value: string | number | boolean][];
} {
  const references: [string, InputReference][] = [];
  const fixed: [string, string | number | boolean][] = [];
  for (const [name, value] of values) {
    if (value instanceof InputReference) {
      references.push([name, value]);
    } else {
      fixed.push([name, value]);
    }
  }
  return { references, fixed };
}

/** @param path may have a query already */
function addFixedQuery(
  path: string,
  fixed: readonly [name: string, value: string | number | boolean][],
): string {
  const pairs = fixed.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${pairs.join("&")}`;
}

function bindParameter(
  place: "path" | "query" | "header",
  name: string,
  { input, style }: InputReference,
): ParameterBinding {
  const isQuery = place === "query";
  return {
    in: place,
    name,
    input,
    style: isQuery ? (style === "deepObject" ? "deepObject" : "form") : "simple",
    explode: isQuery && style !== "comma",
    allowReserved: false,
    ...(style === "json" && { contentType: "application/json" }),
  };
}

function buildStatedBody(
  { bodyFormat: kind = "json", contentType = contentTypes[kind] }: RequestDefinition,
  body: NonNullable<RequestDefinition["body"]>,
): BodyBinding {
  if (body instanceof InputReference) {
    return { kind, contentType, required: true, from: { member: body.input } };
  }
  if (kind === "text" || kind === "binary") {
    throw new DescriptionError(
      `its body is ${kind}, so it must be one input, such as \`fromInput("body")\`.`,
    );
  }
  const members = listNamed(body as { [name: string]: InputReference } | readonly string[]);
  if (members.every(([, value]) => value instanceof InputReference)) {
    const properties = members.map(([name, reference]) => bindProperty(name, reference as InputReference));
    return { kind, contentType, required: true, from: { properties } };
  }
  if (kind !== "json") {
    throw new DescriptionError("its body has fixed values, which only a body in JSON may have.");
  }
  const template = buildTemplate(body as BodyPattern<string>);
  return { kind, contentType, required: true, from: { template } };
}

function bindProperty(name: string, { input, style }: InputReference): BodyProperty {
  const isComma = style === "comma";
  return {
    name,
    input,
    ...(style === "file" && { file: true }),
    ...(style === "json" && { contentType: "application/json" }),
    ...(style === "deepObject" && { style, explode: true }),
    ...(isComma && { style: "form" as const, explode: false }),
  };
}

function buildTemplate(pattern: BodyPattern<string>): BodyTemplate {
  if (pattern instanceof InputReference) {
    return { input: pattern.input };
  }
  if (typeof pattern !== "object" || pattern === null) {
    return { fixed: pattern };
  }
  const isList = Array.isArray(pattern);
  const parts = Object.entries(pattern).map(([name, part]) => [name, buildTemplate(part)] as const);
  if (parts.every(([, part]) => "fixed" in part)) {
    return { fixed: pattern as Json };
  }
  return isList ? { list: parts.map(([, part]) => part) } : { members: Object.fromEntries(parts) };
}

function listInputs(from: BodyBinding["from"]): string[] {
  if ("member" in from) {
    return [from.member];
  }
  return "properties" in from ? from.properties.map(({ input }) => input) : listTemplateInputs(from.template);
}

function listTemplateInputs(template: BodyTemplate): string[] {
  if ("input" in template) {
    return [template.input];
  }
  if ("fixed" in template) {
    return [];
  }
  const parts = "list" in template ? template.list : Object.values(template.members);
  return parts.flatMap(listTemplateInputs);
}

function listDefaults(inputSchema: JsonSchema): { [input: string]: Json } {
  const properties = (inputSchema.properties ?? {}) as { [name: string]: { default?: Json } };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { default: usual }]) =>
      usual === undefined ? [] : [[name, usual]],
    ),
  );
}
