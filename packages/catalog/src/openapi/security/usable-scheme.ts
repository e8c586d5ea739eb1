import type { AuthenticationType, CredentialField, CredentialPlacement } from "../../application.ts";
import type { OAuth2Method } from "../../oauth/oauth2-method.ts";

/** A security scheme that Bowline can fill in. */
export interface UsableScheme {
  key: string;
  type: Exclude<AuthenticationType, "none" | "custom">;
  /** What the method is called. Default: the words for its type. */
  name?: string;
  description: string;
  scopes: string[];
  isOverridable: boolean;
  /** Fields and placements of the scheme, with its own field names given. */
  parts(fieldName: (plain: string) => string): SchemeParts;
  oauth2?: OAuth2Method;
  /** What the OAuth method's addresses need and what signing in brings. */
  oauth2Fields?: CredentialField[];
}

export interface SchemeParts {
  fields: CredentialField[];
  placements: CredentialPlacement[];
}
