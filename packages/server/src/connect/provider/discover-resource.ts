import type { OAuth2Method } from "@bowline/catalog";
import { z } from "zod";
import type { Egress } from "../../egress/egress.ts";
import type { Discover } from "./discover-provider.ts";
import { ProviderError } from "./provider-error.ts";

const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;

/** RFC 9728 §2. */
const resourceDocument = z.object({
  resource: z.string().optional(),
  authorization_servers: z.array(z.url({ protocol: /^https?$/ })).optional(),
  scopes_supported: z.array(z.string()).optional(),
});

/** How to sign in to a server that asks for a token. */
export interface DiscoveredResource {
  method: OAuth2Method;
  scopes: string[];
}

/**
 * Finds the authorization server of a protected resource. It reads the metadata that the 401 names or that is at the well-known
 * addresses (RFC 9728 §3). Without metadata it uses the resource's own origin, as MCP did before 2025-06-18. Null when there is none.
 *
 * @param challenge the `WWW-Authenticate` header of the 401
 */
export async function discoverResource(
  egress: Egress,
  discover: Discover,
  resourceUrl: string,
  challenge: string,
): Promise<DiscoveredResource | null> {
  const url = new URL(resourceUrl);
  const named = readParameter(challenge, "resource_metadata");
  const found = await findResource(egress, [
    ...(named === null ? [] : [named]),
    new URL(`/.well-known/oauth-protected-resource${url.pathname === "/" ? "" : url.pathname}`, url).href,
    new URL("/.well-known/oauth-protected-resource", url).href,
  ]);
  const issuers = found?.authorization_servers ?? [url.origin];
  for (const issuer of issuers.slice(0, 5)) {
    const discoveryUrl = await findDiscoveryUrl(discover, issuer);
    if (discoveryUrl !== null) {
      // RFC 8707: the token is valid for this server only.
      const resource = { resource: found?.resource ?? resourceUrl };
      const asked = readParameter(challenge, "scope")?.split(" ").filter(Boolean);
      return {
        method: {
          discoveryUrl,
          authorizationParameters: resource,
          tokenParameters: resource,
          refreshParameters: resource,
        },
        scopes: asked ?? found?.scopes_supported ?? [],
      };
    }
  }
  return null;
}

async function findResource(egress: Egress, urls: readonly string[]) {
  for (const url of urls) {
    const headers = { accept: "application/json" };
    const response = await egress.send({ method: "GET", url, headers, body: null, timeoutMs, maxBytes });
    const parsed = resourceDocument.safeParse(
      response.ok && response.status === 200 ? parseJson(response.body.toString("utf8")) : null,
    );
    if (parsed.success) {
      return parsed.data;
    }
  }
  return null;
}

/** RFC 8414 §3.1 puts its well-known part before the issuer's path, OpenID Connect Discovery 1.0 §4 after it. */
async function findDiscoveryUrl(discover: Discover, issuer: string): Promise<string | null> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const candidates = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/openid-configuration${path}`,
  ];
  for (const candidate of new Set(candidates)) {
    try {
      const provider = await discover(candidate);
      if (provider.authorizationUrl !== null && provider.tokenUrl !== null) {
        return candidate;
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) {
        throw error;
      }
    }
  }
  return null;
}

/** Reads a parameter of the header's challenges (RFC 9110 §11.6.1); null when it is absent. */
function readParameter(challenge: string, name: string): string | null {
  const [, quoted, plain] =
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, "i").exec(challenge) ?? [];
  return quoted ?? plain ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
