import type { AuthenticationType, CredentialField, CredentialPlacement } from "../../application.ts";
import type { OAuth2Method } from "../../oauth/oauth2-method.ts";

/** A security scheme that Bowline supports. */
export interface UsableScheme {
  key: string;
  type: Exclude<AuthenticationType, "none" | "custom">;
  /** Name of the method. Default: the name of its type. */
  name?: string;
  description: string;
  scopes: string[];
  isOverridable: boolean;
  /** Builds the fields and placements of the scheme with the given field names. */
  parts(fieldName: (plain: string) => string): SchemeParts;
  oauth2?: OAuth2Method;
  /** Fields that the OAuth method's addresses need, and fields that a sign-in fills. */
  oauth2Fields?: CredentialField[];
}

export interface SchemeParts {
  fields: CredentialField[];
  placements: CredentialPlacement[];
}
