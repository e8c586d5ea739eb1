import type { McpServerDescription } from "@bowline/catalog";
import { invalidField } from "../../api-error.ts";
import { type DiscoveredResource, discoverResource } from "../../connect/provider/discover-resource.ts";
import type { Deps } from "../../deps.ts";
import type { FailureKind, Outcome } from "../../runtimes/outcome.ts";
import { RequestBuildError } from "../../runtimes/request-build-error.ts";
import type { Access } from "../../runtimes/runtime.ts";
import { listSecretTexts, maskText } from "../../runtimes/secret-texts.ts";
import { type McpAddress, mcpAddressIssue } from "./read-mcp-address.ts";

const timeoutMs = 30_000;
const maxBytes = 8 * 1024 * 1024;

const streamableAdvice =
  "Give the address of its Streamable HTTP endpoint. An address that ends with /sse is mostly one of the older transport, which cannot be used.";

/** How a server may refuse a request without credentials. */
const refusals = new Set<FailureKind>(["authorizationExpired", "downstreamRefused", "missingScope"]);

/** The result of inspecting an MCP server. */
export interface InspectedServer {
  /** Null: it requires credentials, and none were sent. */
  server: McpServerDescription | null;
  /** How to sign in; null: it names no authorization server. */
  oauth: DiscoveredResource | null;
  /** Why metadata that the server has for signing in cannot be used, in one sentence; null: it has none, or they can. */
  oauthProblem: string | null;
  requiresConnection: boolean;
}

/**
 * Lists the tools of an MCP server, first without credentials, to find out whether it requires any.
 *
 * @param headers sent to list them again, and never stored
 * @param address its query is sent always, and never stored
 * @throws ApiError `VALIDATION_ERROR` at `url` or `headers` when its tools cannot be listed
 */
export async function inspectMcpServer(
  { runtimes, egress, discover }: Pick<Deps, "runtimes" | "egress" | "discover">,
  address: McpAddress,
  headers: Readonly<Record<string, string>>,
): Promise<InspectedServer> {
  const hasHeaders = Object.keys(headers).length > 0;
  const open = await list(runtimes, address, {});
  const isClosed = !open.isSuccess && open.kind === "authorizationExpired";
  // Some servers refuse a request without a key in another way than 401, and some list more tools for those who send one.
  const mayHelp = open.isSuccess || refusals.has(open.kind);
  const listed = hasHeaders && mayHelp ? await list(runtimes, address, headers) : open;
  const server = isClosed && !hasHeaders ? null : readServer(listed, listed === open ? "url" : "headers");
  // A server may list its tools for everybody, and ask for a token only when one is called.
  const challenge = isClosed ? (open.executionInfo.headers?.["www-authenticate"] ?? "") : null;
  return {
    server,
    ...(await discoverOAuth(egress, discover, address, challenge)),
    requiresConnection: isClosed || hasHeaders || address.query.length > 0,
  };
}

async function discoverOAuth(
  egress: Deps["egress"],
  discover: Deps["discover"],
  { url, query }: McpAddress,
  challenge: string | null,
): Promise<Pick<InspectedServer, "oauth" | "oauthProblem">> {
  const { found, problem } = await discoverResource(egress, discover, url.replace(/\/$/, ""), challenge);
  const secrets = query.filter(({ secret }) => secret).map(({ value }) => value);
  return { oauth: found, oauthProblem: problem && maskText(problem, listSecretTexts(secrets, [])) };
}

async function list(
  runtimes: Deps["runtimes"],
  address: McpAddress,
  headers: Readonly<Record<string, string>>,
): Promise<Outcome> {
  try {
    const call = runtimes.prepareToolListing(buildAccess(address, headers));
    return await call.send({ timeoutMs, maxBytes, mayRepeat: true });
  } catch (error) {
    if (error instanceof RequestBuildError) {
      throw invalidField("url", mcpAddressIssue);
    }
    throw error;
  }
}

function buildAccess({ url, query }: McpAddress, headers: Readonly<Record<string, string>>): Access {
  const placed = [
    ...Object.entries(headers).map(([name, value]) => ({ in: "header" as const, name, value, secret: true })),
    ...query.map((parameter) => ({ in: "query" as const, ...parameter })),
  ];
  return {
    serverUrl: url,
    variables: Object.fromEntries(placed.map(({ value }, index) => [`value${index}`, value])),
    placements: placed.map((one, index) => ({ in: one.in, name: one.name, value: `{value${index}}` })),
    secretValues: placed.filter(({ secret }) => secret).map(({ value }) => value),
  };
}

function readServer(outcome: Outcome, field: string): McpServerDescription {
  if (!outcome.isSuccess) {
    const { statusCode, headers } = outcome.executionInfo;
    const isPage = outcome.kind === "invalidOutput" && headers?.["content-type"]?.startsWith("text/html");
    const isElsewhere = isPage || statusCode === 404 || statusCode === 405;
    const said = isElsewhere
      ? `${outcome.message.replace(/\.?$/, ".")} ${streamableAdvice}`
      : outcome.message;
    throw invalidField(isElsewhere ? "url" : field, `The MCP server's tools could not be listed: ${said}`);
  }
  return outcome.output as McpServerDescription;
}
