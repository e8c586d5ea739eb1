import { isAtHost } from "./allowed-hosts.ts";
import type { OAuthClient } from "./oauth-client.ts";
import type { Provider } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

/** What decides where the secrets of a call to a provider may go. */
export interface SealedCall {
  provider: Provider;
  client: OAuthClient;
  /** Where the connection's secrets may go; null: they are entered just now. */
  sealedOrigins: readonly string[] | null;
}

/** The code of the error when an address is none that the secrets may go to. */
export const originChangedCode = "origin_changed";

/**
 * That both the connection's secrets and the client may be sent to an address (decisions D73, D74).
 *
 * @throws ProviderError `refused` with `originChangedCode`
 */
export function checkDestination(call: SealedCall, url: string): void {
  checkOrigin(call, url);
  checkClientHost(call, url);
}

/** That a client may be sent to where its tokens come from. @throws ProviderError, as above */
export function checkClientHosts(provider: Provider, client: OAuthClient): void {
  for (const url of [provider.tokenUrl, provider.refreshUrl]) {
    if (url !== null) {
      checkClientHost({ provider, client }, url);
    }
  }
}

function checkClientHost(call: Pick<SealedCall, "provider" | "client">, url: string): void {
  const { allowed } = call.client;
  if (
    allowed === null ||
    isAtHost(url, allowed.tokenHosts) ||
    isDiscovered(call, url, allowed.discoveryUrl)
  ) {
    return;
  }
  throw new ProviderError(
    "refused",
    `The OAuth client may be sent to ${allowed.tokenHosts.join(", ") || "no host"}, and not to ${hostOf(url)}. An Admin names the host in the client's tokenHosts.`,
    originChangedCode,
  );
}

/** The same for an address that gets the connection's token alone. @throws ProviderError */
export function checkOrigin(call: SealedCall, url: string): void {
  const { sealedOrigins, provider } = call;
  const isKnown =
    sealedOrigins === null ||
    sealedOrigins.includes(URL.parse(url)?.origin ?? "") ||
    isDiscovered(call, url, sealedOrigins.find((one) => one === provider.discovered?.url) ?? null);
  if (!isKnown) {
    throw new ProviderError(
      "refused",
      `The credentials were entered for ${sealedOrigins.join(", ")}, and the application would now get them at ${hostOf(url)}. Nothing was sent there.`,
      originChangedCode,
    );
  }
}

/** Whether the document that may name endpoints has named this one. */
const isDiscovered = (
  { provider }: { provider: Provider },
  url: string,
  discoveryUrl: string | null,
): boolean =>
  provider.discovered !== null &&
  provider.discovered.url === discoveryUrl &&
  provider.discovered.endpoints.includes(url);

const hostOf = (url: string): string => URL.parse(url)?.host ?? "";
