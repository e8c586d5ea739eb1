import type { ApplicationSource, AuthenticationType, CredentialField } from "@bowline/contract";
import type { ApplicationManifest } from "./manifest/application-manifest.ts";
import type { OAuth2Method } from "./oauth/oauth2-method.ts";
import type { CatalogTool } from "./tool.ts";

export type { ApplicationSource, AuthenticationType, CredentialField };

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
  /** Never empty; the first is the default. An application whose address is unknown has one with an empty `serverUrl`. */
  environments: Environment[];
  authentications: CatalogAuthentication[];
  tools: CatalogTool[];
  /** Objects to find, and the call that tests credentials. */
  manifest?: ApplicationManifest;
}

/** One address an application can be reached at, such as production or a sandbox. */
export interface Environment {
  /** `^[a-z][a-z0-9-]*$`, unique in its application. */
  name: string;
  /** Absolute address without a trailing slash; `{variable}` is replaced by the connection field of that name. */
  serverUrl: string;
}

/** A method to authenticate with an application (decisions D18). The database adds the integer `authenticationId`. */
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

/**
 * Where a credential goes in a request. `{fieldName}` in a value is replaced by that field.
 * `basic` is RFC 7617: base64 of `username:password` as UTF-8.
 */
export type CredentialPlacement =
  | { in: "header" | "query" | "cookie"; name: string; value: string }
  | { in: "basic"; username: string; password: string }
  /** The client certificate of the TLS connection to the application. */
  | { in: "tls"; certificate: string; privateKey: string; passphrase: string };
