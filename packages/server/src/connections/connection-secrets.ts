import type { CatalogAuthentication } from "@bowline/catalog";

/** The secret fields of a connection's tokens. Placements use `{token}`. */
export const tokenField = "token";
export const refreshTokenField = "refreshToken";

/** Connection fields by name: stored openly, or sealed. */
export interface SplitFields {
  open: Record<string, string>;
  secret: Record<string, string>;
}

/** Splits what a provider issued into open and secret connection fields. The tokens and the method's secret fields are secret. */
export function splitIssued(
  method: CatalogAuthentication,
  tokens: { accessToken: string; refreshToken: string | null },
  kept: Readonly<Record<string, string>>,
): SplitFields {
  const secretNames = new Set(method.fields.filter((field) => field.secret).map((field) => field.fieldName));
  const split: SplitFields = { open: {}, secret: { [tokenField]: tokens.accessToken } };
  if (tokens.refreshToken !== null) {
    split.secret[refreshTokenField] = tokens.refreshToken;
  }
  for (const [name, value] of Object.entries(kept)) {
    if (name !== tokenField && name !== refreshTokenField) {
      split[secretNames.has(name) ? "secret" : "open"][name] = value;
    }
  }
  return split;
}
