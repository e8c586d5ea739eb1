import { operations } from "./downstream-operations.ts";
import type { JsonObject } from "./records.ts";

/** Security schemes for the downstream's document, by name. */
const securitySchemes: Record<string, JsonObject> = {
  bearerAuth: { type: "http", scheme: "bearer" },
  basicAuth: { type: "http", scheme: "basic" },
  headerKey: { type: "apiKey", in: "header", name: "X-Service-Key" },
  queryKey: { type: "apiKey", in: "query", name: "service_key" },
  cookieKey: { type: "apiKey", in: "cookie", name: "service_cookie" },
  signIn: {
    type: "oauth2",
    flows: {
      authorizationCode: {
        authorizationUrl: "http://127.0.0.1:9/authorize",
        tokenUrl: "http://127.0.0.1:9/token",
        scopes: { "items:read": "Read items" },
      },
    },
  },
  signInToo: {
    type: "oauth2",
    flows: {
      authorizationCode: {
        authorizationUrl: "http://127.0.0.1:9/authorize-too",
        tokenUrl: "http://127.0.0.1:9/token-too",
        scopes: {},
      },
    },
  },
  machine: {
    type: "oauth2",
    flows: { clientCredentials: { tokenUrl: "http://127.0.0.1:9/token", scopes: {} } },
  },
};

export interface DocumentOptions {
  /** Where the downstream listens. */
  origin: string;
  title?: string;
  /** Names of `securitySchemes`, each an alternative. Default: bearerAuth. */
  schemes?: string[];
  /** Members merged into single schemes, such as `x-bowline-overridable`. */
  schemeExtras?: Record<string, JsonObject>;
  /** Operations by path and method; default: all of `operations`. */
  paths?: JsonObject;
}

/** An OpenAPI 3.1 document that describes the suite's downstream. */
export function describeDownstream(options: DocumentOptions): JsonObject {
  const schemes = options.schemes ?? ["bearerAuth"];
  const selected = schemes.map((name) => [
    name,
    { ...securitySchemes[name], ...options.schemeExtras?.[name] },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: options.title ?? "Acceptance downstream", version: "1.0.0" },
    servers: [
      {
        url: `${options.origin}/{region}/{tenant}`,
        variables: {
          region: { default: "eu", "x-bowline-overridable": true },
          tenant: { default: "main" },
        },
      },
    ],
    security: schemes.map((name) => ({ [name]: [] })),
    paths: options.paths ?? operations,
    components: { securitySchemes: Object.fromEntries(selected) },
  };
}
