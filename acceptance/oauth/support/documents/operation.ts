import type { JsonObject } from "../../../support/records.ts";

/** Provider facts that OpenAPI cannot express, as members of the scheme's extension. */
export type ProviderFacts = JsonObject;

export interface DescribedApi {
  title: string;
  origin: string;
  /** The sign-in endpoints: paths under the origin, or from the provider's discovery document. */
  signIn: { authorizationPath: string; tokenPath: string } | "discovery";
  scopes: readonly string[];
  facts?: ProviderFacts;
  /** Variables of the address, by name. They follow the origin as path segments. */
  variables?: JsonObject;
  paths: JsonObject;
}

/** Builds an OpenAPI 3.1 document of an API with one OAuth scheme, `signIn`. */
export function describeApi(api: DescribedApi): JsonObject {
  const { title, origin, signIn, scopes, facts, variables = {}, paths } = api;
  const segments = Object.keys(variables).map((name) => `/{${name}}`);
  const scheme = signIn === "discovery" ? describeDiscovery(origin) : describeFlow(origin, signIn, scopes);
  return {
    openapi: "3.1.0",
    info: { title, version: "1.0.0" },
    servers: [{ url: origin + segments.join(""), variables }],
    security: [{ signIn: [...scopes] }],
    paths,
    components: { securitySchemes: { signIn: { ...scheme, ...(facts && { "x-bowline-oauth2": facts }) } } },
  };
}

function describeDiscovery(origin: string): JsonObject {
  return { type: "openIdConnect", openIdConnectUrl: `${origin}/.well-known/openid-configuration` };
}

function describeFlow(
  origin: string,
  paths: { authorizationPath: string; tokenPath: string },
  scopes: readonly string[],
): JsonObject {
  const authorizationCode = {
    authorizationUrl: origin + paths.authorizationPath,
    tokenUrl: origin + paths.tokenPath,
    scopes: Object.fromEntries(scopes.map((scope) => [scope, `May ${scope}`])),
  };
  return { type: "oauth2", flows: { authorizationCode } };
}

/** Builds an operation that returns JSON; `body` has the body's members by name. */
export function operation(
  operationId: string,
  summary: string,
  members: { parameters?: JsonObject[]; body?: JsonObject; required?: string[] } = {},
): JsonObject {
  const { parameters, body, required = [] } = members;
  const schema = { type: "object", properties: body, required };
  return {
    operationId,
    summary,
    ...(parameters && { parameters }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema } } } }),
    responses: { "200": { description: "OK", content: { "application/json": { schema: {} } } } },
  };
}

export function inPath(name: string): JsonObject {
  return { name, in: "path", required: true, schema: { type: "string" } };
}

export const text: JsonObject = { type: "string" };
