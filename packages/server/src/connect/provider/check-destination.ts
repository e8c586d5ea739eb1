import { isAtHost } from "./allowed-hosts.ts";
import type { OAuthClient } from "./oauth-client.ts";
import type { Provider } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

/** The parts of a provider call that decide where its secrets may be sent. */
export interface SealedCall {
  provider: Provider;
  client: OAuthClient;
  /** The origins that the connection's secrets may be sent to. Null: the secrets are being entered now. */
  sealedOrigins: readonly string[] | null;
}

/** The error code for an address that the secrets may not be sent to. */
export const originChangedCode = "origin_changed";

/**
 * Checks that both the connection's secrets and the client may be sent to an address (decisions D73, D74).
 *
 * @throws ProviderError `refused` with `originChangedCode`
 */
export function checkDestination(call: SealedCall, url: string): void {
  checkOrigin(call, url);
  checkClientHost(call, url);
}

/** Checks that a client may be sent to the provider's token endpoints. @throws ProviderError as `checkDestination` */
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

/** Checks an address that gets only the connection's token, not the client. @throws ProviderError as `checkDestination` */
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

/** Whether the allowed discovery document names this endpoint. */
const isDiscovered = (
  { provider }: { provider: Provider },
  url: string,
  discoveryUrl: string | null,
): boolean =>
  provider.discovered !== null &&
  provider.discovered.url === discoveryUrl &&
  provider.discovered.endpoints.includes(url);

const hostOf = (url: string): string => URL.parse(url)?.host ?? "";
