import type { CatalogAuthentication, CredentialField, CredentialPlacement } from "../application.ts";
import { DescriptionError } from "../description-error.ts";
import { labelOf } from "../field-label.ts";
import { listVariables } from "../list-variables.ts";
import { describeOAuth } from "../oauth/describe-oauth.ts";
import { findProvider } from "../oauth/find-provider.ts";
import { fieldsOf } from "../oauth/method-fields.ts";
import type { OAuth2Method } from "../oauth/oauth2-method.ts";
import { clientFields } from "../openapi/security/oauth-scheme.ts";
import type { AuthenticationDefinition, FieldDefinition } from "./authentication-definition.ts";

type OAuthDefinition = AuthenticationDefinition & { type: "oauth2" | "oauth2ClientCredentials" };

const names: { [Type in AuthenticationDefinition["type"]]: string } = {
  none: "No credentials",
  apiKey: "API key",
  basic: "User name and password",
  bearer: "Bearer token",
  oauth2: "OAuth 2.0",
  oauth2ClientCredentials: "OAuth 2.0 client credentials",
  custom: "Credentials",
};

/**
 * Builds a method (decisions D18).
 *
 * @param scopesOfTools what the tools need, for a method that does not name its scopes
 * @throws DescriptionError when a provider is not known, or a placement names a field that does not exist
 */
export function buildAuthentication(
  definition: AuthenticationDefinition,
  scopesOfTools: readonly string[],
): CatalogAuthentication {
  const { key = definition.type, name, description = "" } = definition;
  const method = {
    key,
    type: definition.type,
    name: name ?? names[definition.type],
    description,
    scopes: [],
    ...buildParts(definition, scopesOfTools),
  };
  checkPlacements(method);
  return method;
}

type Parts = Pick<CatalogAuthentication, "fields" | "placements"> & Partial<CatalogAuthentication>;

function buildParts(definition: AuthenticationDefinition, scopesOfTools: readonly string[]): Parts {
  switch (definition.type) {
    case "none":
      return { fields: [], placements: [] };
    case "apiKey": {
      const { header, query = "", prefix = "", field } = definition;
      const place = header === undefined ? ("query" as const) : ("header" as const);
      return {
        fields: [buildField("apiKey", { label: "API key", ...field }, true)],
        placements: [{ in: place, name: header ?? query, value: `${prefix}{apiKey}` }],
      };
    }
    case "bearer":
      return { fields: [buildField("token", definition.field ?? {}, true)], placements: [bearerToken] };
    case "basic":
      return {
        fields: [
          buildField("username", { label: "User name", secret: false, ...definition.username }, true),
          buildField("password", definition.password ?? {}, true),
        ],
        placements: [{ in: "basic", username: "{username}", password: "{password}" }],
      };
    case "oauth2":
    case "oauth2ClientCredentials":
      return buildOAuth(definition, scopesOfTools);
    case "custom":
      return {
        fields: Object.entries(definition.fields).map(([name, field]) => buildField(name, field, true)),
        placements: [...definition.placements],
      };
  }
}

const bearerToken: CredentialPlacement = { in: "header", name: "Authorization", value: "Bearer {token}" };

function buildOAuth(definition: OAuthDefinition, scopesOfTools: readonly string[]): Parts {
  const { oauth2 = {}, scopes = [...new Set(scopesOfTools)], placements, providerFields = [] } = definition;
  const isList = Array.isArray(scopes);
  const { method, fields } = describeMethod(definition.provider, {
    ...oauth2,
    ...(!isList && { scopeDescriptions: scopes as Record<string, string> }),
  });
  const unknown = providerFields.find((name) => !fields.some(({ fieldName }) => fieldName === name));
  if (unknown !== undefined) {
    throw new DescriptionError(`The provider's sign-in has no field ${JSON.stringify(unknown)}.`);
  }
  const token = {
    ...buildField("token", { label: "Access token", description: "Filled in by signing in." }, true),
    required: false,
  };
  const own = definition.type === "oauth2" ? fields : [...fields, ...clientFields];
  return {
    scopes: isList ? [...scopes] : Object.keys(scopes),
    fields: [token, ...own],
    placements: placements === undefined ? [bearerToken] : [...placements],
    oauth2: method,
  };
}

/** The facts of the named provider, else of the one whose addresses these are. What is stated wins. */
function describeMethod(
  provider: string | undefined,
  stated: OAuth2Method,
): { method: OAuth2Method; fields: CredentialField[] } {
  if (provider === undefined) {
    return describeOAuth(stated);
  }
  const known = findProvider(provider);
  if (known === undefined) {
    throw new DescriptionError(
      `There is no known OAuth provider ${JSON.stringify(provider)}. GET /v1/providers lists them.`,
    );
  }
  const method = { ...known.method, ...stated };
  return { method, fields: fieldsOf(method, known.fields ?? []) };
}

/** @param isSecret the default of `secret` */
export function buildField(
  fieldName: string,
  definition: FieldDefinition,
  isSecret: boolean,
): CredentialField {
  const { enum: values, pattern, patternHint, default: usual = null } = definition;
  return {
    fieldName,
    label: definition.label ?? labelOf(fieldName),
    description: definition.description ?? "",
    type: "string",
    required: definition.required ?? usual === null,
    secret: definition.secret ?? isSecret,
    overridable: definition.overridable ?? false,
    default: usual,
    ...(values !== undefined && { enum: [...values] }),
    ...(pattern !== undefined && { pattern }),
    ...(patternHint !== undefined && { patternHint }),
  };
}

function checkPlacements({ key, fields, placements }: CatalogAuthentication): void {
  const known = new Set(fields.map(({ fieldName }) => fieldName));
  for (const placement of placements) {
    const named = listVariables(Object.values(placement).join(" "));
    const missing = named.find((name) => !known.has(name));
    if (missing !== undefined) {
      throw new DescriptionError(
        `The method ${JSON.stringify(key)} places ${JSON.stringify(missing)}, which is not one of its fields.`,
      );
    }
  }
}
