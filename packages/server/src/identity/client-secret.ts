import { hash, randomBytes } from "node:crypto";

/** Creates a client's secret: 256 random bits. */
export const createClientSecret = (): string => randomBytes(32).toString("base64url");

/** Hashes a client's secret for storage. 256 random bits need no slow hash. */
export const hashClientSecret = (secret: string): string => hash("sha256", secret, "base64url");

/** Builds the client of a service member, as the authorization server stores it. It gets tokens by its credentials alone. */
export function buildServiceClient(
  name: string,
  scopes: readonly string[],
  secret: string,
): { clientId: string; metadata: string } {
  const clientId = `bwc_${randomBytes(16).toString("base64url")}`;
  const metadata = {
    client_id: clientId,
    client_name: name,
    client_secret: hashClientSecret(secret),
    token_endpoint_auth_method: "client_secret_basic",
    grant_types: ["client_credentials"],
    response_types: [],
    redirect_uris: [],
    scope: scopes.join(" "),
  };
  return { clientId, metadata: JSON.stringify(metadata) };
}
