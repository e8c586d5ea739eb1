import type { ApplicationManifest } from "./manifest/application-manifest.ts";
import type { OAuth2Method } from "./oauth/oauth2-method.ts";
import type { CatalogTool } from "./tool.ts";

/** Where an application's description came from (decisions D17). */
export type ApplicationSource = "builtin" | "openapi" | "mcp" | "sql" | "code";

/** An application as a description defines it, before a database gave it ids (decisions D17). */
export interface CatalogApplication {
  slug: string;
  name: string;
  description: string;
  categories: string[];
  iconUrl: string | null;
  websiteUrl: string | null;
  source: ApplicationSource;
  /** Whether at least one tool needs credentials. */
  requiresConnection: boolean;
  /** At least one; the first is the default. An application without a known address has one with an empty `serverUrl`. */
  environments: Environment[];
  authentications: CatalogAuthentication[];
  tools: CatalogTool[];
  /** What is known beyond that: objects to find, a call to try credentials with. */
  manifest?: ApplicationManifest;
}

/** One address an application can be reached at, such as production or a sandbox. */
export interface Environment {
  /** `^[a-z][a-z0-9-]*$`, unique in its application. */
  name: string;
  /** Absolute address without a trailing slash; `{variable}` stands for a connection field of that name. */
  serverUrl: string;
}

/** The kinds of authentication method (decisions D18). */
export type AuthenticationType =
  | "none"
  | "apiKey"
  | "basic"
  | "bearer"
  | "oauth2"
  | "oauth2ClientCredentials"
  | "mutualTLS"
  | "custom";

/** A way to connect to an application (decisions D18). The database adds the integer `authenticationId`. */
export interface CatalogAuthentication {
  /** Stable within the application across re-imports: the security scheme's name, or several joined by `+`. */
  key: string;
  type: AuthenticationType;
  name: string;
  description: string;
  scopes: string[];
  /** Credentials first, then server variables. */
  fields: CredentialField[];
  /** Where the fields' values go in a request; empty for `none`. */
  placements: CredentialPlacement[];
  /** Set for `oauth2` and `oauth2ClientCredentials`. */
  oauth2?: OAuth2Method;
}

/** A named value of a connection (decisions D18). */
export interface CredentialField {
  fieldName: string;
  label: string;
  description: string;
  type: "string" | "number" | "boolean";
  required: boolean;
  /** A secret goes to the vault and is never answered. */
  secret: boolean;
  /** Whether `customConnectionData` may replace it for one call. */
  overridable: boolean;
  default: string | null;
  /** The only values allowed, when the description lists them. */
  enum?: string[];
  /**
   * Regular expression that a value must match as a whole. Set where the value becomes a part of the address that an OAuth
   * client's secret is sent to.
   */
  pattern?: string;
  /** What the pattern asks for, to be read after "must be". */
  patternHint?: string;
}

/**
 * Where a credential goes in a request. `{fieldName}` in a value stands for that field.
 * `basic` is RFC 7617: base64 of `username:password` as UTF-8.
 */
export type CredentialPlacement =
  | { in: "header" | "query" | "cookie"; name: string; value: string }
  | { in: "basic"; username: string; password: string }
  /** The certificate that the connection to the application presents. */
  | { in: "tls"; certificate: string; privateKey: string; passphrase: string };
