import type { AuthenticationType, CatalogAuthentication, CredentialField } from "../../application.ts";
import { labelOf } from "../../field-label.ts";
import type { OAuth2Method } from "../../oauth/oauth2-method.ts";
import { createNumbering } from "../numbering.ts";
import type { SchemeParts, UsableScheme } from "./usable-scheme.ts";

const names: { [Type in AuthenticationType]: string } = {
  none: "No credentials",
  apiKey: "API key",
  basic: "User name and password",
  bearer: "Bearer token",
  oauth2: "OAuth 2.0",
  oauth2ClientCredentials: "OAuth 2.0 client credentials",
  mutualTLS: "Client certificate",
  custom: "Several credentials",
};

/** Returns the key of a method with these schemes. It is stable while the document keeps their names. */
export function authenticationKey(schemes: readonly UsableScheme[]): string {
  return schemes.map(({ key }) => key).join("+");
}

/** Builds an authentication method from one scheme, or from several that are required together. */
export function buildAuthentication(schemes: readonly UsableScheme[]): CatalogAuthentication {
  const type = typeOf(schemes);
  const isOAuth = type === "oauth2" || type === "oauth2ClientCredentials";
  const parts = isOAuth ? [oneToken(schemes)] : allParts(schemes);
  const facts = schemes.map(({ oauth2 }) => oauth2).filter((known) => known !== undefined);
  return {
    key: authenticationKey(schemes),
    type,
    name: nameOf(schemes, type),
    description: schemes
      .map(({ description }) => description)
      .filter((text) => text !== "")
      .join("\n\n"),
    scopes: [...new Set(schemes.flatMap(({ scopes }) => scopes))],
    fields: parts.flatMap(({ fields }) => fields),
    placements: parts.flatMap(({ placements }) => placements),
    ...(isOAuth ? { oauth2: mergeFacts(facts) } : {}),
  };
}

/** The first scheme wins. Each describes scopes of its own. */
function mergeFacts(facts: readonly OAuth2Method[]): OAuth2Method {
  const ordered = facts.toReversed();
  const descriptions = Object.assign({}, ...ordered.map(({ scopeDescriptions }) => scopeDescriptions));
  const hasDescriptions = Object.keys(descriptions).length > 0;
  return Object.assign({}, ...ordered, hasDescriptions && { scopeDescriptions: descriptions });
}

function nameOf(schemes: readonly UsableScheme[], type: AuthenticationType): string {
  if (schemes.length === 1 && schemes[0]?.name !== undefined) {
    return schemes[0].name;
  }
  return schemes.length === 1 || type !== "custom"
    ? names[type]
    : schemes.map(({ key }) => labelOf(key)).join(" and ");
}

/** Methods of one name also say where their key goes, or which scheme they are. */
export function distinguishNames(methods: readonly CatalogAuthentication[]): CatalogAuthentication[] {
  return methods.map((method) => {
    const { key, name, placements } = method;
    if (methods.every((other) => other === method || other.name !== name)) {
      return method;
    }
    const [only] = placements;
    const place =
      method.type === "apiKey" && only && "name" in only ? `${only.in} ${only.name}` : labelOf(key);
    return { ...method, name: `${name} (${place})` };
  });
}

/**
 * Builds the method without credentials, which has only the fields of the addresses.
 *
 * @param others the other methods. A security scheme may be called `none`, too
 */
export function buildNoneAuthentication(
  fields: CredentialField[],
  others: readonly CatalogAuthentication[] = [],
): CatalogAuthentication {
  const isFree = (name: string) => !others.some(({ key }) => key === name);
  return {
    key: isFree("none") ? "none" : createNumbering()("none_", isFree),
    type: "none",
    name: names.none,
    description:
      fields.length > 0
        ? ""
        : "No account and no key are needed. The connection lets a toolset give these tools to agents.",
    scopes: [],
    fields,
    placements: [],
  };
}

/** Several flows of one provider are one method for the user. */
function typeOf(schemes: readonly UsableScheme[]): AuthenticationType {
  const types = new Set(schemes.map(({ type }) => type));
  const [only] = types;
  if (schemes.length === 1 && only !== undefined) {
    return only;
  }
  const isOAuth = [...types].every((type) => type === "oauth2" || type === "oauth2ClientCredentials");
  if (!isOAuth) {
    return "custom";
  }
  return types.has("oauth2") ? "oauth2" : "oauth2ClientCredentials";
}

function oneToken(schemes: readonly UsableScheme[]): SchemeParts {
  const [first] = schemes;
  if (!first) {
    return { fields: [], placements: [] };
  }
  const token = markOverridable(
    first.parts((plain) => plain),
    schemes.some(({ isOverridable }) => isOverridable),
  );
  const others = new Map(
    schemes.flatMap(({ oauth2Fields = [] }) => oauth2Fields).map((field) => [field.fieldName, field]),
  );
  return { ...token, fields: [...token.fields, ...others.values()] };
}

/** Fields keep their plain names when these are distinct; else they are named after their schemes. */
function allParts(schemes: readonly UsableScheme[]): SchemeParts[] {
  const plain = schemes.map((scheme) => scheme.parts((name) => name));
  const counts = new Map<string, number>();
  for (const { fieldName } of plain.flatMap(({ fields }) => fields)) {
    counts.set(fieldName, (counts.get(fieldName) ?? 0) + 1);
  }
  const isDistinct = (name: string) => (counts.get(name) ?? 0) < 2;
  const taken = new Set([...counts.keys()].filter(isDistinct));
  const nextNumber = createNumbering();
  return schemes.map((scheme, index) => {
    const hasSeveral = scheme.type === "basic" || scheme.type === "mutualTLS";
    const rename = (own: string, name: string) => (hasSeveral ? `${own}_${name}` : own);
    const shared = (plain[index]?.fields ?? [])
      .map(({ fieldName }) => fieldName)
      .filter((name) => !isDistinct(name));
    const namesFor = (own: string) => [own, ...shared.map((name) => rename(own, name))];
    const isFree = (own: string) => !namesFor(own).some((name) => taken.has(name));
    const plainKey = scheme.key.replace(/[^A-Za-z0-9_]+/g, "_");
    const own = isFree(plainKey) ? plainKey : nextNumber(`${plainKey}_`, isFree);
    for (const name of namesFor(own)) {
      taken.add(name);
    }
    return markOverridable(
      scheme.parts((name) => (isDistinct(name) ? name : rename(own, name))),
      scheme.isOverridable,
    );
  });
}

function markOverridable(parts: SchemeParts, isOverridable: boolean): SchemeParts {
  return { ...parts, fields: parts.fields.map((field) => ({ ...field, overridable: isOverridable })) };
}
