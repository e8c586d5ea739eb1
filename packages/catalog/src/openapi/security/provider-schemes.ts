import type { KnownProvider } from "../../oauth/known-providers.ts";
import { fieldsOf } from "../../oauth/method-fields.ts";
import { readSecurityScheme } from "./security-scheme.ts";
import { tokenParts } from "./token-parts.ts";
import type { UsableScheme } from "./usable-scheme.ts";

/** Builds security schemes for the methods of a known provider (decisions D45). */
export function buildProviderSchemes({ key, name, oauth, apiKey }: KnownProvider): UsableScheme[] {
  const schemes: UsableScheme[] = [];
  if (oauth !== undefined) {
    schemes.push({
      key,
      name: `Sign in with ${name}`,
      description: "",
      scopes: [],
      isOverridable: false,
      ...tokenParts("oauth2"),
      oauth2: oauth.method,
      oauth2Fields: fieldsOf(oauth.method, oauth.fields ?? []),
    });
  }
  if (apiKey !== undefined) {
    const { method, documentationUrl } = apiKey;
    const scheme = readSecurityScheme(`${key}_key`, method.scheme, (url) => url);
    if ("parts" in scheme) {
      const description = [method.description, documentationUrl].filter(Boolean).join(" ");
      schemes.push({ ...scheme, name: method.name, description });
    }
  }
  return schemes;
}

/** Whether two schemes are the same method: both a sign-in, or a credential in the same place. */
export function isSameMethod(one: UsableScheme, other: UsableScheme): boolean {
  const placements = (scheme: UsableScheme) => JSON.stringify(scheme.parts(() => "value").placements);
  return one.type === other.type && (one.type === "oauth2" || placements(one) === placements(other));
}
