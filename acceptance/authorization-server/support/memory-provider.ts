import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { redirectUri } from "./person-flow.ts";

/** What an SDK stores and asks of an application that signs a person in. It keeps everything in memory. */
export interface MemoryProvider {
  /** Every SDK has this interface under the same name. */
  provider: OAuthClientProvider;
  /** Where the SDK wants to send the person. */
  findAuthorizationUrl(): URL;
  /** Replaces the access token by one that is refused, as when it has expired. */
  spoilAccessToken(): void;
  readTokens(): { access_token: string; refresh_token?: string | undefined };
  readClientId(): string;
}

/** @param clientMetadataUrl the address of the client's own metadata document; left out: the client registers itself */
export function createMemoryProvider(clientMetadataUrl?: string): MemoryProvider {
  const stored = new Map<string, unknown>();
  const read = <Value>(name: string) => stored.get(name) as Value;
  const keep = (name: string) => (value: unknown) => {
    stored.set(name, value);
  };
  const readTokens = () => read<{ access_token: string; refresh_token?: string }>("tokens");
  return {
    provider: {
      redirectUrl: redirectUri,
      clientMetadata: {
        client_name: "Editor",
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
      ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
      clientInformation: () => read("client"),
      saveClientInformation: keep("client"),
      tokens: () => read("tokens"),
      saveTokens: keep("tokens"),
      redirectToAuthorization: keep("url"),
      saveCodeVerifier: keep("verifier"),
      codeVerifier: () => read("verifier"),
      saveDiscoveryState: keep("discovery"),
      discoveryState: () => read("discovery"),
    },
    findAuthorizationUrl: () => new URL(read<URL>("url")),
    spoilAccessToken: () => stored.set("tokens", { ...readTokens(), access_token: "expired" }),
    readTokens,
    readClientId: () => read<{ client_id: string }>("client").client_id,
  };
}
