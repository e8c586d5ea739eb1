import type { OAuthClientRow } from "../../db/authorization/oauth-clients.ts";

/** A company's client in JSON. Its secret is in base64, sealed as it was in its row. */
export type StoredClient = Omit<OAuthClientRow, "sealedSecret" | "secretExpiresDate"> & {
  sealedSecret: string | null;
};

export const storeClient = ({
  secretExpiresDate: _,
  sealedSecret,
  ...client
}: OAuthClientRow): StoredClient => ({
  ...client,
  sealedSecret: sealedSecret?.toString("base64") ?? null,
});

export const readClient = ({ sealedSecret, ...client }: StoredClient): OAuthClientRow => ({
  ...client,
  sealedSecret: sealedSecret === null ? null : Buffer.from(sealedSecret, "base64"),
  // Matters only where a client is registered anew.
  secretExpiresDate: null,
});
