import type { CatalogAuthentication } from "@bowline/catalog";

/** The secret fields in which a connection's tokens stand; placements name `{token}`. */
export const tokenField = "token";
export const refreshTokenField = "refreshToken";

/** Connection fields by name: stored openly, or sealed. */
export interface PartedFields {
  open: Record<string, string>;
  secret: Record<string, string>;
}

/** What a provider issued, as connection fields; what the method calls secret, and the tokens, are sealed. */
export function partIssued(
  method: CatalogAuthentication,
  tokens: { accessToken: string; refreshToken: string | null },
  kept: Readonly<Record<string, string>>,
): PartedFields {
  const secretNames = new Set(method.fields.filter((field) => field.secret).map((field) => field.fieldName));
  const parted: PartedFields = { open: {}, secret: { [tokenField]: tokens.accessToken } };
  if (tokens.refreshToken !== null) {
    parted.secret[refreshTokenField] = tokens.refreshToken;
  }
  for (const [name, value] of Object.entries(kept)) {
    if (name !== tokenField && name !== refreshTokenField) {
      parted[secretNames.has(name) ? "secret" : "open"][name] = value;
    }
  }
  return parted;
}
