import type { CredentialField } from "../../application.ts";
import { describeOAuth } from "../../oauth/describe-oauth.ts";
import { type OAuth2Method, oauth2Method } from "../../oauth/oauth2-method.ts";
import { namedEntriesOf, recordOf, textOf, type UncheckedRecord } from "../../record.ts";
import { credential, tokenParts } from "./token-parts.ts";
import type { UsableScheme } from "./usable-scheme.ts";

type OAuthScheme = Pick<UsableScheme, "type" | "parts" | "scopes" | "oauth2" | "oauth2Fields">;

/** A member's own OAuth client. Without it the company's client is used. */
export const clientFields: CredentialField[] = [
  {
    ...credential("clientId", "Client id", "Default: the company's client."),
    required: false,
    secret: false,
  },
  { ...credential("clientSecret", "Client secret", ""), required: false },
];

/** The secret fields for what a provider issues. A second field of such a name would not be secret, and a token no part of an address. */
const issuedNames: ReadonlySet<string> = new Set(["token", "refreshToken"]);

const maxDescriptionLength = 500;

interface Flow {
  name: string;
  flow: UncheckedRecord;
}

/**
 * Reads a scheme of the types `oauth2` and `openIdConnect`. The mark `x-bowline-oauth2` holds members of `oauth2Method` that
 * OpenAPI has no place for. The mark wins over the flows, and both win over the facts about the provider.
 */
export function readOAuthScheme(
  declaration: UncheckedRecord,
  address: (url: string) => string,
): OAuthScheme | { refusal: string } {
  const mark = declaration["x-bowline-oauth2"];
  const { success, data, error } = oauth2Method.safeParse(mark ?? {});
  if (!success) {
    const [issue] = error.issues;
    const place = ["x-bowline-oauth2", ...(issue?.path ?? [])].join(".");
    return { refusal: `OAuth with a mark that is wrong (${place}: ${issue?.message})` };
  }
  const flows = namedEntriesOf(declaration.flows).map(([name, flow]) => ({ name, flow: recordOf(flow) }));
  const scopes = new Set(flows.flatMap(({ flow }) => namedEntriesOf(flow.scopes).map(([scope]) => scope)));
  const stated = { ...readAddresses(declaration, flows, address), ...readDescriptions(flows), ...data };
  const { method, fields, isProviderKnown } = describeOAuth(stated);
  const taken = fields.find(({ fieldName }) => issuedNames.has(fieldName));
  if (taken !== undefined) {
    return { refusal: `OAuth with a field of its own called \`${taken.fieldName}\`` };
  }
  const type = typeOf(declaration, flows, isProviderKnown || mark !== undefined);
  // Default scopes would replace the description's scopes, so only those of the mark are kept.
  const { defaultScopes = [], ...others } = method;
  const defaults = scopes.size > 0 ? data.defaultScopes : defaultScopes;
  const oauth2 = { ...others, ...(defaults && defaults.length > 0 && { defaultScopes: defaults }) };
  return {
    ...tokenParts(type),
    scopes: [...scopes],
    ...(type !== "bearer" && {
      oauth2,
      oauth2Fields: type === "oauth2" ? fields : [...fields, ...clientFields],
    }),
  };
}

/** Reads what the scopes allow. Empty texts say nothing. */
function readDescriptions(flows: readonly Flow[]): Pick<OAuth2Method, "scopeDescriptions"> {
  const entries = flows.flatMap(({ flow }) =>
    namedEntriesOf(flow.scopes).flatMap(([scope, value]) => {
      const text = textOf(value)?.trim() ?? "";
      return text === "" ? [] : [[scope, text.slice(0, maxDescriptionLength).toWellFormed()] as const];
    }),
  );
  return entries.length === 0 ? {} : { scopeDescriptions: Object.fromEntries(entries) };
}

/** Implicit and password flows alone allow no sign-in, unless the provider is known. The user pastes a token instead. */
function typeOf(declaration: UncheckedRecord, flows: readonly Flow[], isMoreKnown: boolean): OAuthType {
  const names = new Set(flows.map(({ name }) => name));
  if (names.size === 1 && names.has("clientCredentials")) {
    return "oauth2ClientCredentials";
  }
  const isDiscovered = declaration.type === "openIdConnect" || textOf(declaration.oauth2MetadataUrl);
  return isMoreKnown || isDiscovered || names.has("authorizationCode") ? "oauth2" : "bearer";
}

type OAuthType = "oauth2" | "oauth2ClientCredentials" | "bearer";

function readAddresses(
  declaration: UncheckedRecord,
  flows: readonly Flow[],
  address: (url: string) => string,
): OAuth2Method {
  const first = (member: string, ...preferred: string[]): unknown => {
    const ordered = [...flows].sort((one, other) => rank(one.name, preferred) - rank(other.name, preferred));
    return ordered.map(({ flow }) => flow[member]).find((url) => textOf(url) !== undefined);
  };
  const addresses = {
    authorizationUrl: first("authorizationUrl", "authorizationCode"),
    tokenUrl: first("tokenUrl", "authorizationCode", "clientCredentials"),
    refreshUrl: first("refreshUrl", "authorizationCode"),
    discoveryUrl: declaration.openIdConnectUrl ?? declaration.oauth2MetadataUrl,
  };
  return Object.fromEntries(
    Object.entries(addresses).flatMap(([name, value]) => {
      const url = textOf(value);
      return url === undefined ? [] : [[name, address(url)]];
    }),
  );
}

function rank(name: string, preferred: string[]): number {
  const index = preferred.indexOf(name);
  return index < 0 ? preferred.length : index;
}
