import type { AuthenticationType, CredentialField, CredentialPlacement } from "../application.ts";
import { type OAuth2Method, oauth2Method } from "../oauth/oauth2-method.ts";
import { namedEntriesOf, recordOf, textOf, type UncheckedRecord, wordOf } from "./record.ts";
import { labelOf } from "./servers.ts";

/** A security scheme that Bowline can fill in. */
export interface UsableScheme {
  key: string;
  type: Exclude<AuthenticationType, "none" | "custom">;
  description: string;
  scopes: string[];
  isOverridable: boolean;
  /** Fields and placements of the scheme, with its own field names given. */
  parts(fieldName: (plain: string) => string): SchemeParts;
  oauth2?: OAuth2Method;
}

export interface SchemeParts {
  fields: CredentialField[];
  placements: CredentialPlacement[];
}

/** A scheme that cannot be used, and why, to be read after "it needs". */
export interface UnusableScheme {
  key: string;
  refusal: string;
}

export type SecurityScheme = UsableScheme | UnusableScheme;

/** Reads a Security Scheme Object (OpenAPI 3.1 §4.8.27). `address` makes relative OAuth addresses absolute. */
export function readSecurityScheme(
  key: string,
  declaration: UncheckedRecord,
  address: (url: string) => string,
): SecurityScheme {
  const shared = {
    key,
    description: textOf(declaration.description) ?? "",
    scopes: [],
    isOverridable: declaration["x-bowline-overridable"] === true,
  };
  switch (declaration.type) {
    case "apiKey":
      return readApiKey(shared, declaration);
    case "http":
      return readHttp(shared, declaration);
    case "oauth2":
      return addProviderMark({ ...shared, ...readOAuth2(declaration, address) }, declaration);
    case "openIdConnect": {
      const discoveryUrl = textOf(declaration.openIdConnectUrl);
      const oauth2 = discoveryUrl ? { discoveryUrl: address(discoveryUrl) } : {};
      return addProviderMark({ ...shared, ...bearerParts("oauth2"), oauth2 }, declaration);
    }
    default:
      return { key, refusal: `${wordOf(declaration.type) || "an unnamed kind of"} authentication` };
  }
}

type Shared = Pick<UsableScheme, "key" | "description" | "scopes" | "isOverridable">;

function readApiKey(shared: Shared, declaration: UncheckedRecord): SecurityScheme {
  const name = textOf(declaration.name);
  const place = declaration.in;
  if (name === undefined || (place !== "header" && place !== "query" && place !== "cookie")) {
    return { key: shared.key, refusal: "an API key of which it is not said where it goes" };
  }
  return {
    ...shared,
    type: "apiKey",
    parts: (fieldName) => {
      const field = fieldName("apiKey");
      return {
        fields: [
          credential(field, field === "apiKey" ? "API key" : labelOf(field), `Sent as ${place} \`${name}\`.`),
        ],
        placements: [{ in: place, name, value: `{${field}}` }],
      };
    },
  };
}

function readHttp(shared: Shared, declaration: UncheckedRecord): SecurityScheme {
  const scheme = wordOf(declaration.scheme).toLowerCase();
  if (scheme === "bearer") return { ...shared, ...bearerParts("bearer") };
  if (scheme !== "basic") return { key: shared.key, refusal: `HTTP ${scheme || "unnamed"} authentication` };
  return {
    ...shared,
    type: "basic",
    parts: (fieldName) => {
      const username = fieldName("username");
      const password = fieldName("password");
      return {
        fields: [
          { ...credential(username, "User name", ""), secret: false },
          credential(password, "Password", ""),
        ],
        placements: [{ in: "basic", username: `{${username}}`, password: `{${password}}` }],
      };
    },
  };
}

function bearerParts(
  type: "bearer" | "oauth2" | "oauth2ClientCredentials",
): Pick<UsableScheme, "type" | "parts"> {
  return {
    type,
    parts: (fieldName) => {
      const field = fieldName("token");
      const description = type === "bearer" ? "" : "An access token; filled in by signing in.";
      // Signing in brings the token, so it is not asked for.
      return {
        fields: [
          {
            ...credential(field, type === "bearer" ? "Token" : "Access token", description),
            required: type === "bearer",
          },
        ],
        placements: [{ in: "header", name: "Authorization", value: `Bearer {${field}}` }],
      };
    },
  };
}

function readOAuth2(
  declaration: UncheckedRecord,
  address: (url: string) => string,
): Pick<UsableScheme, "type" | "parts" | "scopes" | "oauth2"> {
  const flows = namedEntriesOf(declaration.flows).map(([name, flow]) => ({ name, flow: recordOf(flow) }));
  const first = (member: string, ...preferred: string[]): string | undefined => {
    const ordered = [...flows].sort((one, other) => rank(one.name, preferred) - rank(other.name, preferred));
    const found = ordered.map(({ flow }) => textOf(flow[member])).find((url) => url !== undefined);
    return found === undefined ? undefined : address(found);
  };
  const facts = {
    authorizationUrl: first("authorizationUrl", "authorizationCode"),
    tokenUrl: first("tokenUrl", "authorizationCode", "clientCredentials"),
    refreshUrl: first("refreshUrl", "authorizationCode"),
    discoveryUrl: textOf(declaration.oauth2MetadataUrl),
  };
  const onlyClient = flows.length > 0 && flows.every(({ name }) => name === "clientCredentials");
  return {
    ...bearerParts(onlyClient ? "oauth2ClientCredentials" : "oauth2"),
    scopes: [...new Set(flows.flatMap(({ flow }) => namedEntriesOf(flow.scopes).map(([scope]) => scope)))],
    oauth2: Object.fromEntries(Object.entries(facts).filter(([, url]) => url !== undefined)),
  };
}

/**
 * The mark `x-bowline-oauth2` holds members of `oauth2Method`: what a provider needs and OpenAPI has no place for. They count
 * before what the flows say.
 */
function addProviderMark(scheme: UsableScheme, declaration: UncheckedRecord): SecurityScheme {
  const mark = declaration["x-bowline-oauth2"];
  if (mark === undefined) return scheme;
  const { success, data, error } = oauth2Method.safeParse(mark);
  if (success) return { ...scheme, oauth2: { ...scheme.oauth2, ...data } };
  const [issue] = error.issues;
  const place = ["x-bowline-oauth2", ...(issue?.path ?? [])].join(".");
  return { key: scheme.key, refusal: `OAuth with a mark that is wrong (${place}: ${issue?.message})` };
}

function rank(name: string, preferred: string[]): number {
  const index = preferred.indexOf(name);
  return index < 0 ? preferred.length : index;
}

function credential(fieldName: string, label: string, description: string): CredentialField {
  return {
    fieldName,
    label,
    description,
    type: "string",
    required: true,
    secret: true,
    overridable: false,
    default: null,
  };
}
