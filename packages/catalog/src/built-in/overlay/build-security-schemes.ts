import { findProvider } from "../../oauth/find-provider.ts";
import type { UncheckedRecord } from "../../record.ts";
import type { AuthenticationMethod } from "./authentication-method.ts";
import type { BuiltInApplication } from "./built-in-application.ts";

/** Builds the security schemes of a document from an overlay's methods. */
export function buildSecuritySchemes(
  authentications: NonNullable<BuiltInApplication["authentications"]>,
  problems: string[],
): UncheckedRecord {
  return Object.fromEntries(
    Object.entries(authentications).map(([key, method]) => [
      key,
      {
        ...buildScheme(key, method, problems),
        ...(method.description && { description: method.description }),
      },
    ]),
  );
}

function buildScheme(key: string, method: AuthenticationMethod, problems: string[]): UncheckedRecord {
  switch (method.type) {
    case "http":
      return { type: "http", scheme: method.scheme };
    case "apiKey": {
      const { name, prefix } = method;
      return { type: "apiKey", in: method.in, name, ...(prefix && { "x-bowline-prefix": prefix }) };
    }
    case "oauth2": {
      const provider = method.provider === undefined ? undefined : findProvider(method.provider);
      if (method.provider !== undefined && provider === undefined) {
        problems.push(`authentications.${key}.provider: there is no provider "${method.provider}"`);
      }
      const flow = method.flow ?? "authorizationCode";
      return {
        type: "oauth2",
        flows: { [flow]: { scopes: method.scopes } },
        "x-bowline-oauth2": { ...provider?.method, ...method.method },
      };
    }
  }
}
