import { labelOf } from "../../field-label.ts";
import { textOf, type UncheckedRecord, wordOf } from "../../record.ts";
import { isHttpToken } from "../document/http-token.ts";
import { plainTextOf } from "../document/plain-text.ts";
import { mutualTlsParts } from "./mutual-tls.ts";
import { readOAuthScheme } from "./oauth-scheme.ts";
import { credential, tokenParts } from "./token-parts.ts";
import type { UsableScheme } from "./usable-scheme.ts";

/** A scheme that cannot be used. The refusal names what it needs, to follow "it needs". */
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
    description: plainTextOf(declaration.description) ?? "",
    scopes: [],
    isOverridable: declaration["x-bowline-overridable"] === true,
  };
  switch (declaration.type) {
    case "apiKey":
      return readApiKey(shared, declaration);
    case "http":
      return readHttp(shared, declaration);
    case "mutualTLS":
      return { ...shared, ...mutualTlsParts() };
    case "oauth2":
    case "openIdConnect": {
      const scheme = readOAuthScheme(declaration, address);
      return "refusal" in scheme ? { key, ...scheme } : { ...shared, ...scheme };
    }
    default:
      return { key, refusal: `${wordOf(declaration.type) || "an unnamed kind of"} authentication` };
  }
}

type Shared = Pick<UsableScheme, "key" | "description" | "scopes" | "isOverridable">;

function readApiKey(shared: Shared, declaration: UncheckedRecord): SecurityScheme {
  const name = textOf(declaration.name);
  const place = declaration.in;
  const prefix = readPrefix(declaration["x-bowline-prefix"]);
  if (name === undefined || (place !== "header" && place !== "query" && place !== "cookie")) {
    return { key: shared.key, refusal: "an API key of which it is not said where it goes" };
  }
  if (place === "header" && !isHttpToken(name)) {
    return { key: shared.key, refusal: "an API key in a header whose name cannot be sent" };
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
        placements: [{ in: place, name, value: `${prefix}{${field}}` }],
      };
    },
  };
}

/** Prefix of the key in its header, such as `Token `. OpenAPI has no place for it. */
function readPrefix(value: unknown): string {
  return typeof value === "string" && /^[ -z|~]{1,50}$/.test(value) ? value : "";
}

function readHttp(shared: Shared, declaration: UncheckedRecord): SecurityScheme {
  const scheme = wordOf(declaration.scheme).toLowerCase();
  if (scheme === "bearer") {
    return { ...shared, ...tokenParts("bearer") };
  }
  if (scheme !== "basic") {
    return { key: shared.key, refusal: `HTTP ${scheme || "unnamed"} authentication` };
  }
  return {
    ...shared,
    type: "basic",
    parts: (fieldName) => {
      const username = fieldName("username");
      const password = fieldName("password");
      return {
        fields: [
          { ...credential(username, "User name", ""), secret: false },
          {
            ...credential(password, "Password", "Leave it empty if a key is the user name."),
            required: false,
          },
        ],
        placements: [{ in: "basic", username: `{${username}}`, password: `{${password}}` }],
      };
    },
  };
}
