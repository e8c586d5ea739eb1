import * as oauth from "oauth4webapi";
import type { OAuthClient } from "./oauth-client.ts";
import type { Provider } from "./provider.ts";

/** Builds the client's authentication at a provider (RFC 6749 §2.3.1). */
export function buildClientAuthentication(provider: Provider, client: OAuthClient): oauth.ClientAuth {
  const { clientSecret } = client;
  if (clientSecret === null) {
    return oauth.None();
  }
  switch (provider.clientAuthentication) {
    case "body":
      return oauth.ClientSecretPost(clientSecret);
    case "basic":
      return oauth.ClientSecretBasic(clientSecret);
    case "basicUnencoded":
      return (_server, { client_id }, _body, headers) => {
        const encoded = Buffer.from(`${client_id}:${clientSecret}`, "utf8").toString("base64");
        headers.set("authorization", `Basic ${encoded}`);
      };
    case "none":
      return oauth.None();
  }
}
