import { Agent } from "undici";
import { buildAddressRule } from "./address-rules.ts";
import { decodeBody } from "./decode-body.ts";
import type { EgressFailure, EgressOutcome, EgressRequest, EgressStream } from "./egress-outcome.ts";
import { callOnce, type Exchanged, type Hop } from "./exchange.ts";
import { openGuardedLookup } from "./guarded-lookup.ts";
import { openOriginTable } from "./origin-table.ts";
import { nextHop } from "./redirect.ts";
import { flattenHeaders } from "./request-headers.ts";
import { type BegunAnswer, beginOnce } from "./stream-exchange.ts";
import { openTlsAgents } from "./tls-agents.ts";

/** The one way out: every byte this server sends to the outside goes through here. */
export interface Egress {
  /** Sends one request and reads the whole answer. Never throws and never rejects. */
  send(request: EgressRequest): Promise<EgressOutcome>;
  /**
   * Sends one request and returns once the response begins. Addresses, redirects, time and size are limited as in `send`, until the
   * body's end; the body is not packed. Never throws and never rejects.
   */
  stream(request: EgressRequest): Promise<EgressStream | EgressFailure>;
  /** Lets running calls end, then closes every connection. */
  close(): Promise<void>;
}

export interface EgressOptions {
  /** CIDRs that may be reached although they are not public. */
  allowedPrivateNetworks: readonly string[];
  /** Until a connection stands, TLS included. Default 10 000. */
  connectTimeoutMs?: number;
  /** Default 128. */
  connectionsPerOrigin?: number;
  /** Calls that may wait for a connection to one origin; more are refused at once. Default 1024. */
  waitingPerOrigin?: number;
  /** Sent unless the request has its own. Default `Bowline`. */
  userAgent?: string;
}

const maxRedirects = 5;

/** Opens the connection pools. @throws RangeError when a network is no CIDR. */
export function openEgress(options: EgressOptions): Egress {
  const isAllowed = buildAddressRule(options.allowedPrivateNetworks);
  const connectTimeout = options.connectTimeoutMs ?? 10_000;
  const connections = options.connectionsPerOrigin ?? 128;
  const userAgent = options.userAgent ?? "Bowline";
  const agentOptions = {
    connections,
    allowH2: false,
    keepAliveTimeout: 30_000, // unless the origin says less
    headersTimeout: 0, // one timer of ours covers the whole call
    bodyTimeout: 0,
    connect: { timeout: connectTimeout, lookup: openGuardedLookup(isAllowed) },
  };
  const agent = new Agent(agentOptions);
  const tlsAgents = openTlsAgents(agentOptions);
  const origins = openOriginTable(isAllowed, connections, options.waitingPerOrigin ?? 1024);

  async function send(request: EgressRequest): Promise<EgressOutcome> {
    const followed = await follow(request, true, (through, hop, deadline) =>
      callOnce(through, hop, request, deadline),
    );
    return "answer" in followed ? finish(followed, request.maxBytes) : followed;
  }

  async function stream(request: EgressRequest): Promise<EgressStream | EgressFailure> {
    const followed = await follow(request, false, (through, hop, deadline) =>
      beginOnce(through, hop, request, deadline),
    );
    if (!("answer" in followed)) {
      return followed;
    }
    const { answer, url } = followed;
    return { ...answer, url };
  }

  /** Sends a request to where it goes, redirect after redirect. */
  async function follow<Answer extends Whole | BegunAnswer>(
    request: EgressRequest,
    mayBePacked: boolean,
    exchange: (through: Agent, hop: Hop, deadline: number) => Promise<Answer | EgressFailure>,
  ): Promise<Followed<Answer> | EgressFailure> {
    const deadline = performance.now() + request.timeoutMs;
    const target = origins.locate(request.url);
    if ("refusal" in target) {
      return { ok: false, kind: "addressRefused", message: target.refusal, sent: false };
    }
    const hop = {
      target,
      method: request.method,
      headers: flattenHeaders(request.headers, userAgent, mayBePacked),
      body: request.body,
    };
    const own = request.certificate == null ? agent : tlsAgents.find(request.certificate);
    if ("refusal" in own) {
      return { ok: false, kind: "downstreamUnavailable", message: own.refusal, sent: false };
    }
    let url = request.url;
    for (let redirects = 0; ; redirects++) {
      // A certificate is for the application's own origin, as any credential.
      const through = hop.target.origin === target.origin ? own : agent;
      const answer = await exchange(through, hop, deadline);
      if (!answer.ok) {
        return redirects > 0 ? { ...answer, sent: true } : answer;
      }
      const location = answer.status >= 300 && answer.status < 400 ? answer.headers.location : undefined;
      const next =
        location === undefined ? null : nextHop(hop, answer.status, location, url, request, origins);
      if (next === null) {
        return { answer, method: hop.method, url };
      }
      if (answer.body instanceof ReadableStream) {
        await answer.body.cancel();
      }
      if ("message" in next) {
        return { ok: false, ...next, sent: true, status: answer.status, headers: answer.headers };
      }
      if (redirects === maxRedirects) {
        const message = `The application redirected more than ${maxRedirects} times.`;
        return { ok: false, kind: "invalidOutput", message, sent: true, status: answer.status };
      }
      Object.assign(hop, next.hop);
      url = next.url;
    }
  }

  return {
    send,
    stream,
    close: async () => void (await Promise.all([agent.close(), tlsAgents.close()])),
  };
}

/** The last response of a request, and what it is the response to. */
type Followed<Answer> = { answer: Answer; method: string; url: string };
type Whole = Exchanged & { ok: true };

async function finish({ answer, method, url }: Followed<Whole>, maxBytes: number): Promise<EgressOutcome> {
  const { status, headers } = answer;
  let body = answer.body;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && body.length > 0 && method !== "HEAD") {
    const decoded = await decodeBody(body, encoding, maxBytes);
    if (!Buffer.isBuffer(decoded)) {
      return { ok: false, ...decoded, sent: true, status, headers };
    }
    body = decoded;
  }
  return { ok: true, status, headers, body, sizeBytes: body.length, url };
}
