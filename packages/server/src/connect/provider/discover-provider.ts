import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Egress } from "../../egress/egress.ts";
import { parseJsonBody } from "./parse-json-body.ts";
import { ProviderError } from "./provider-error.ts";

/** The contents of a provider's discovery document (OpenID Connect Discovery 1.0 §3, RFC 8414 §2). */
export interface DiscoveredProvider {
  /** Null when the document's issuer is a pattern, as in Microsoft's common document. */
  issuer: string | null;
  authorizationUrl: string | null;
  tokenUrl: string | null;
  revocationUrl: string | null;
  registrationUrl: string | null;
  userinfoUrl: string | null;
  tokenAuthentications: string[];
  signingAlgorithms: string[] | null;
  isOpenIdProvider: boolean;
  /** The provider sends its issuer in every redirect (RFC 9207 §3). */
  namesItself: boolean;
  /** It issues refresh tokens to those who ask for `offline_access` (OpenID Connect Core 1.0 §11). */
  hasOfflineAccess: boolean;
}

/**
 * @param isAnew reads the document even if it was read within the last hour. Default: false
 * @throws ProviderError when the document cannot be read or is invalid
 */
export type Discover = (url: string, isAnew?: boolean) => Promise<DiscoveredProvider>;

const endpoint = z.url({ protocol: /^https?$/ }).optional();
const document = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  revocation_endpoint: endpoint,
  registration_endpoint: endpoint,
  userinfo_endpoint: endpoint,
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
  scopes_supported: z.array(z.string()).optional(),
});

const keptMs = 3_600_000;
const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;

/** Reads discovery documents and keeps each for an hour. @param isHttpAllowed as in `ProviderCall` */
export function openDiscovery(egress: Egress, isHttpAllowed: boolean): Discover {
  const kept = new LRUCache<string, DiscoveredProvider>({ max: 1000, ttl: keptMs });
  return async (url, isAnew = false) => {
    if (!isHttpAllowed && !url.startsWith("https:")) {
      throw new ProviderError("refused", "The application's discovery document has no https address.");
    }
    const found = (isAnew ? undefined : kept.get(url)) ?? (await readDocument(egress, url));
    kept.set(url, found);
    return found;
  };
}

async function readDocument(egress: Egress, url: string): Promise<DiscoveredProvider> {
  const headers = { accept: "application/json" };
  const response = await egress.send({ method: "GET", url, headers, body: null, timeoutMs, maxBytes });
  if (!response.ok || response.status !== 200) {
    const reason = response.ok ? `it returned ${response.status}` : response.message;
    throw new ProviderError(
      "unavailable",
      `The application's discovery document could not be read: ${reason}`,
    );
  }
  const parsed = document.safeParse(parseJsonBody(response.body));
  if (!parsed.success) {
    throw new ProviderError("unreadable", "The application's discovery document is invalid.");
  }
  return describe(url, parsed.data);
}

function describe(url: string, content: z.infer<typeof document>): DiscoveredProvider {
  const isPattern = content.issuer.includes("{");
  if (!isPattern && !isIssuerOf(url, content.issuer)) {
    throw new ProviderError("unreadable", "The application's discovery document belongs to another issuer.");
  }
  return {
    issuer: isPattern ? null : content.issuer,
    authorizationUrl: content.authorization_endpoint ?? null,
    tokenUrl: content.token_endpoint ?? null,
    revocationUrl: content.revocation_endpoint ?? null,
    registrationUrl: content.registration_endpoint ?? null,
    userinfoUrl: content.userinfo_endpoint ?? null,
    tokenAuthentications: content.token_endpoint_auth_methods_supported ?? ["client_secret_basic"],
    signingAlgorithms: content.id_token_signing_alg_values_supported ?? null,
    namesItself: content.authorization_response_iss_parameter_supported ?? false,
    isOpenIdProvider: content.id_token_signing_alg_values_supported !== undefined,
    hasOfflineAccess: content.scopes_supported?.includes("offline_access") ?? false,
  };
}

/** A document at another address must at least have the issuer's origin (OpenID Connect Discovery 1.0 §4.3). */
function isIssuerOf(url: string, issuer: string): boolean {
  const wellKnown = "/.well-known/openid-configuration";
  if (url.endsWith(wellKnown)) {
    return issuer.replace(/\/$/, "") === url.slice(0, -wellKnown.length);
  }
  return URL.parse(issuer)?.origin === URL.parse(url)?.origin;
}
