import type { OAuth2Method } from "@bowline/catalog";
import { z } from "zod";
import type { Egress } from "../../egress/egress.ts";
import type { Discover, DiscoveredProvider } from "./discover-provider.ts";
import { parseJsonBody } from "./parse-json-body.ts";
import { cleanWords, ProviderError } from "./provider-error.ts";
import { readChallenge, readChallengeScopes } from "./read-challenge.ts";

const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;
const maxServers = 5;
const maxScopes = 200;
/** RFC 6749 §3.3. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/;

/** RFC 9728 §2. */
const resourceDocument = z.object({
  resource: z.string().optional(),
  authorization_servers: z.array(z.url({ protocol: /^https?$/ })).optional(),
  scopes_supported: z.array(z.string()).optional(),
});
type ResourceDocument = z.infer<typeof resourceDocument>;

/** How to sign in to a server that asks for a token. */
export interface DiscoveredResource {
  method: OAuth2Method;
  /** All that the server knows. `defaultScopes` of the method are those that it asked for, if these are fewer. */
  scopes: string[];
}

/** The result of a search. One of the two is null, or both when nothing shows that there is a way to sign in. */
export interface ResourceDiscovery {
  found: DiscoveredResource | null;
  /** Why the metadata that there are cannot be used: the first reason, in one sentence. The words of servers in it are not masked. */
  problem: string | null;
}

/**
 * Finds the authorization server of a protected resource. It reads the metadata that the 401 names or that is at the well-known
 * addresses (RFC 9728 §3), and those of the authorization server anew. Without metadata it uses the resource's own origin, as MCP did
 * before 2025-06-18.
 *
 * @param challenge the `WWW-Authenticate` header of the 401; null: there was none, and only metadata shows that there are tokens
 */
export async function discoverResource(
  egress: Egress,
  discover: Discover,
  resourceUrl: string,
  challenge: string | null,
): Promise<ResourceDiscovery> {
  const url = new URL(resourceUrl);
  const { metadata, problem } = await loadMetadata(
    egress,
    url,
    readChallenge(challenge ?? "", "resource_metadata"),
  );
  const named = metadata?.authorization_servers;
  let reason = problem;
  if (metadata !== null && challenge !== null && (named ?? []).length === 0) {
    reason ??= "The server's metadata name no authorization server.";
  }
  const issuers = named ?? (challenge === null ? [] : [url.origin]);
  for (const issuer of issuers.slice(0, maxServers)) {
    const server = await findServer(discover, issuer, metadata !== null);
    if (typeof server !== "string") {
      return { found: describeFound(server, metadata, resourceUrl, challenge ?? ""), problem: null };
    }
    if (metadata !== null) {
      reason ??= `The authorization server ${cleanWords(issuer)} cannot be used: ${server.replace(/\.?$/, ".")}`;
    }
  }
  return { found: null, problem: reason };
}

function describeFound(
  server: FoundServer,
  metadata: ResourceDocument | null,
  resourceUrl: string,
  challenge: string,
): DiscoveredResource {
  const supported = pickScopes(metadata?.scopes_supported ?? []);
  const challenged = readChallengeScopes(challenge);
  const asked = challenged === null ? supported : pickScopes(challenged);
  const scopes = [...new Set([...asked, ...supported])];
  const method = describeMethod(server, metadata?.resource ?? resourceUrl);
  return { method: asked.length < scopes.length ? { ...method, defaultScopes: asked } : method, scopes };
}

/** Leaves out what is no scope, and what no person would read. */
const pickScopes = (named: readonly string[]): string[] =>
  named.filter((scope) => scopeToken.test(scope)).slice(0, maxScopes);

/** The token is valid for the resource only (RFC 8707). */
function describeMethod({ discoveryUrl, provider }: FoundServer, resource: string): OAuth2Method {
  const { hasOfflineAccess } = provider;
  return {
    discoveryUrl,
    ...(provider.registrationUrl === null && { registersClients: false }),
    // Without a prompt for consent, a refresh token may be refused (OpenID Connect Core 1.0 §11).
    authorizationParameters: { resource, ...(hasOfflineAccess && { prompt: "consent" }) },
    tokenParameters: { resource },
    refreshParameters: { resource },
    ...(hasOfflineAccess && { requiredScopes: ["offline_access"] }),
  };
}

/** Why metadata cannot be used: there are none, they break the standard's rules, or they are about another resource. */
type MetadataProblem = "absent" | "invalid" | { another: string };

const describeProblem = (problem: MetadataProblem): string =>
  problem === "absent"
    ? "could not be read"
    : problem === "invalid"
      ? "are not valid (RFC 9728)"
      : `are about another server: ${cleanWords(problem.another)}`;

/**
 * Loads the metadata of a resource.
 *
 * @param named the address that the 401 names
 */
async function loadMetadata(
  egress: Egress,
  resource: URL,
  named: string | null,
): Promise<{ metadata: ResourceDocument | null; problem: string | null }> {
  const { pathname } = resource;
  const addresses = [
    ...(named === null ? [] : [named]),
    new URL(`/.well-known/oauth-protected-resource${pathname === "/" ? "" : pathname}`, resource).href,
    new URL("/.well-known/oauth-protected-resource", resource).href,
  ];
  let reason: string | null = null;
  for (const url of addresses) {
    const headers = { accept: "application/json" };
    const response = await egress.send({ method: "GET", url, headers, body: null, timeoutMs, maxBytes });
    const content = response.ok && response.status === 200 ? parseJsonBody(response.body) : null;
    const parsed = resourceDocument.safeParse(content);
    if (parsed.success && describes(parsed.data.resource, resource)) {
      return { metadata: parsed.data, problem: reason };
    }
    const another = parsed.success ? parsed.data.resource : undefined;
    const problem = content === null ? "absent" : another === undefined ? "invalid" : { another };
    // At an address that the server did not name there may be nothing.
    if (url === named || problem !== "absent") {
      reason ??= `The server's metadata at ${cleanWords(url)} ${describeProblem(problem)}.`;
    }
  }
  return { metadata: null, problem: reason };
}

/**
 * Whether metadata is about this server. Metadata of another one must not be used (RFC 9728 §3.3): a server could get tokens that
 * are meant for the other. The metadata of MCP servers may name a part of the address.
 */
function describes(named: string | undefined, { origin, pathname }: URL): boolean {
  if (named === undefined) {
    return true;
  }
  const url = URL.parse(named);
  const path = url?.pathname.replace(/\/$/, "") ?? "";
  return url?.origin === origin && (pathname === path || pathname.startsWith(`${path}/`));
}

interface FoundServer {
  discoveryUrl: string;
  provider: DiscoveredProvider;
}

/**
 * Finds the metadata of an authorization server. RFC 8414 §3.1 puts its well-known part before the issuer's path, OpenID Connect
 * Discovery 1.0 §4 after it.
 *
 * @param isNamed the resource's metadata names the issuer, so the server's metadata must repeat it (RFC 8414 §3.3)
 * @returns why there is none, as a text
 */
async function findServer(
  discover: Discover,
  issuer: string,
  isNamed: boolean,
): Promise<FoundServer | string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const candidates = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/openid-configuration${path}`,
  ];
  let problem = "";
  for (const discoveryUrl of new Set(candidates)) {
    try {
      const provider = await discover(discoveryUrl, true);
      const isSame = !isNamed || provider.issuer === null || isSameIssuer(provider.issuer, issuer);
      if (isSame && provider.authorizationUrl !== null && provider.tokenUrl !== null) {
        return { discoveryUrl, provider };
      }
      problem = isSame
        ? "Its metadata lack the address for signing in or that of tokens."
        : "Its metadata are those of another issuer.";
    } catch (error) {
      if (!(error instanceof ProviderError)) {
        throw error;
      }
      // What is wrong with metadata says more than that there are none elsewhere.
      problem = problem === "" || error.kind === "unreadable" ? error.message : problem;
    }
  }
  return problem;
}

/** A slash at the end is often added or left out. */
const isSameIssuer = (one: string, other: string): boolean =>
  one.replace(/\/$/, "") === other.replace(/\/$/, "");
