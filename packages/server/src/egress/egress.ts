import { Agent } from "undici";
import { buildAddressRule } from "./address-rules.ts";
import { countPlaces } from "./call-gate.ts";
import { decodeBody } from "./decode-body.ts";
import type { EgressFailure, EgressOutcome, EgressRequest, EgressStream } from "./egress-outcome.ts";
import { openGuardedLookup } from "./guarded-lookup.ts";
import type { Hop } from "./hop.ts";
import { type OpenedSocket, openSocket, type SocketTarget } from "./open-socket.ts";
import { openOriginTable } from "./origin-table.ts";
import { nextHop } from "./redirect.ts";
import { flattenHeaders } from "./request-headers.ts";
import { openSharedReadBuffer } from "./shared-read-buffer.ts";
import { type BegunResponse, beginOnce } from "./stream-exchange.ts";
import { openTlsAgents } from "./tls-agents.ts";
import { callOnce, type HopOutcome } from "./whole-exchange.ts";

/** Every request that this server sends to the outside goes through here. */
export interface Egress {
  /** Sends one request and reads the whole response. Never throws or rejects. */
  send(request: EgressRequest): Promise<EgressOutcome>;
  /**
   * Sends one request and returns when the response begins. Limits addresses, redirects, time and size as `send` does, until the
   * end of the body. The body is not packed. Never throws or rejects.
   */
  stream(request: EgressRequest): Promise<EgressStream | EgressFailure>;
  /** Opens a connection for a protocol other than HTTP, under the same rules for addresses. Never throws or rejects. */
  connect(target: SocketTarget): Promise<OpenedSocket>;
  /** Waits for running calls, then closes every connection. */
  close(): Promise<void>;
}

export interface EgressOptions {
  /** CIDRs of private networks that may be called. */
  allowedPrivateNetworks: readonly string[];
  /** To open a connection, including TLS. Default 10 000. */
  connectTimeoutMs?: number;
  /** For the calls of one account user. All together have half as many more. Default 128. */
  connectionsPerOrigin?: number;
  /**
   * Calls of one account user that may wait for a connection to one origin, and a fourth of those of all. Further calls fail at once.
   * Default 1024.
   */
  waitingPerOrigin?: number;
  /** Sent when the request has no `user-agent` header. Default `Bowline`. */
  userAgent?: string;
}

const maxRedirects = 5;

/** Opens the connection pools. @throws RangeError when a network is not a CIDR */
export function openEgress(options: EgressOptions): Egress {
  const isAllowed = buildAddressRule(options.allowedPrivateNetworks);
  const connectTimeout = options.connectTimeoutMs ?? 10_000;
  const connections = options.connectionsPerOrigin ?? 128;
  const userAgent = options.userAgent ?? "Bowline";
  const lookup = openGuardedLookup(isAllowed);
  const agentOptions = {
    connections: countPlaces(connections),
    allowH2: false,
    keepAliveTimeout: 30_000, // unless the origin says less
    headersTimeout: 0, // our own timer covers the whole call
    bodyTimeout: 0,
    connect: { timeout: connectTimeout, lookup, onread: openSharedReadBuffer() },
  };
  const agent = new Agent(agentOptions);
  const tlsAgents = openTlsAgents(agentOptions);
  const origins = openOriginTable(isAllowed, connections, options.waitingPerOrigin ?? 1024);

  function send(request: EgressRequest): Promise<EgressOutcome> {
    const followed = follow(request, true, (through, hop, deadline) =>
      callOnce(through, hop, request, deadline),
    );
    return followed.then((last) => {
      if (!("response" in last)) {
        return last;
      }
      return isEncoded(last) ? decode(last, request.maxBytes) : toOutcome(last, last.response.body);
    });
  }

  async function stream(request: EgressRequest): Promise<EgressStream | EgressFailure> {
    const followed = await follow(request, false, (through, hop, deadline) =>
      beginOnce(through, hop, request, deadline),
    );
    if (!("response" in followed)) {
      return followed;
    }
    const { response, url } = followed;
    return { ...response, url };
  }

  /** Sends a request and follows redirects. */
  async function follow<Received extends Whole | BegunResponse>(
    request: EgressRequest,
    mayBePacked: boolean,
    exchange: (through: Agent, hop: Hop, deadline: number) => Promise<Received | EgressFailure>,
  ): Promise<Followed<Received> | EgressFailure> {
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
      // Like any credential, a certificate is only for the application's own origin.
      const through = hop.target.origin === target.origin ? own : agent;
      const response = await exchange(through, hop, deadline);
      if (!response.ok) {
        return redirects > 0 ? { ...response, sent: true } : response;
      }
      const location =
        response.status >= 300 && response.status < 400 ? response.headers.location : undefined;
      const next =
        location === undefined ? null : nextHop(hop, response.status, location, url, request, origins);
      if (next === null) {
        return { response, method: hop.method, url };
      }
      if (response.body instanceof ReadableStream) {
        await response.body.cancel();
      }
      if ("message" in next) {
        return { ok: false, ...next, sent: true, status: response.status, headers: response.headers };
      }
      if (redirects === maxRedirects) {
        const message = `The application redirected more than ${maxRedirects} times.`;
        return { ok: false, kind: "invalidOutput", message, sent: true, status: response.status };
      }
      Object.assign(hop, next.hop);
      url = next.url;
    }
  }

  return {
    send,
    stream,
    connect: (target) =>
      openSocket({ ...target, timeoutMs: Math.min(target.timeoutMs, connectTimeout) }, isAllowed, lookup),
    close: async () => void (await Promise.all([agent.close(), tlsAgents.close()])),
  };
}

/** The last response of a request, with the method and address of its hop. */
type Followed<Received> = { response: Received; method: string; url: string };
type Whole = HopOutcome & { ok: true };

const isEncoded = ({ response: { headers, body }, method }: Followed<Whole>): boolean =>
  headers["content-encoding"] !== undefined && body.length > 0 && method !== "HEAD";

async function decode(followed: Followed<Whole>, maxBytes: number): Promise<EgressOutcome> {
  const { status, headers, body } = followed.response;
  const decoded = await decodeBody(body, headers["content-encoding"] ?? "", maxBytes);
  return Buffer.isBuffer(decoded)
    ? toOutcome(followed, decoded)
    : { ok: false, ...decoded, sent: true, status, headers };
}

const toOutcome = ({ response: { status, headers }, url }: Followed<Whole>, body: Buffer): EgressOutcome => ({
  ok: true,
  status,
  headers,
  body,
  sizeBytes: body.length,
  url,
});
