import type { Agent } from "undici";
import type { EgressFailure, EgressRequest } from "./egress-outcome.ts";
import type { Hop } from "./hop.ts";
import type { OriginTable } from "./origin-table.ts";
import { nextHop } from "./redirect.ts";
import { flattenHeaders } from "./request-headers.ts";
import type { BegunResponse } from "./stream-exchange.ts";
import type { TlsAgents } from "./tls-agents.ts";
import type { HopOutcome } from "./whole-exchange.ts";

/** What requests go through. */
export interface Pools {
  agent: Agent;
  tlsAgents: TlsAgents;
  origins: OriginTable;
  /** Sent where a request has none of its own. */
  userAgent: string;
}

/** The last response of a request, with the method and address of its hop. */
export type Followed<Received> = { response: Received; method: string; url: string };

type Received = (HopOutcome & { ok: true }) | BegunResponse;

const maxRedirects = 5;

/**
 * Sends a request and follows redirects.
 *
 * @param mayBePacked whether the response may be compressed
 * @param exchange sends one hop
 */
export async function followRedirects<One extends Received>(
  { agent, tlsAgents, origins, userAgent }: Pools,
  request: EgressRequest,
  mayBePacked: boolean,
  exchange: (
    through: Agent,
    hop: Hop,
    request: EgressRequest,
    deadline: number,
  ) => Promise<One | EgressFailure>,
): Promise<Followed<One> | EgressFailure> {
  const deadline = performance.now() + request.timeoutMs;
  const target = origins.locate(request.url);
  if ("refusal" in target) {
    return { ok: false, kind: "addressRefused", message: target.refusal, sent: false };
  }
  const own = request.certificate == null ? agent : tlsAgents.find(request.certificate);
  if ("refusal" in own) {
    return { ok: false, kind: "downstreamUnavailable", message: own.refusal, sent: false };
  }
  const { method, body } = request;
  const hop = { target, method, headers: flattenHeaders(request.headers, userAgent, mayBePacked), body };
  let url = request.url;
  for (let redirects = 0; ; redirects++) {
    // Like any credential, a certificate is only for the application's own origin.
    const through = hop.target.origin === target.origin ? own : agent;
    const response = await exchange(through, hop, request, deadline);
    if (!response.ok) {
      return redirects > 0 ? { ...response, sent: true } : response;
    }
    const location = findLocation(response);
    const next =
      location === undefined ? null : nextHop(hop, response.status, location, url, request, origins);
    if (next === null) {
      return { response, method: hop.method, url };
    }
    if (response.body instanceof ReadableStream) {
      await response.body.cancel();
    }
    if ("message" in next || redirects === maxRedirects) {
      return refuseRedirect("message" in next ? next : tooManyRedirects, response);
    }
    Object.assign(hop, next.hop);
    url = next.url;
  }
}

const findLocation = ({ status, headers }: Received): string | undefined =>
  status >= 300 && status < 400 ? headers.location : undefined;

const tooManyRedirects = {
  kind: "invalidOutput",
  message: `The application redirected more than ${maxRedirects} times.`,
} as const;

const refuseRedirect = (
  { kind, message }: Pick<EgressFailure, "kind" | "message">,
  { status, headers }: Received,
): EgressFailure => ({ ok: false, kind, message, sent: true, status, headers });
