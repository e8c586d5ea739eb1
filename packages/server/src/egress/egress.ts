import { Agent } from "undici";
import { countPlaces } from "../turns/call-gate.ts";
import { type AddressRule, buildAddressRule } from "./address-rules.ts";
import { decodeBody } from "./decode-body.ts";
import type { EgressFailure, EgressOutcome, EgressRequest, EgressStream } from "./egress-outcome.ts";
import { type Followed, followRedirects, type Pools } from "./follow-redirects.ts";
import { openMeteredPool } from "./framing-meter.ts";
import { openGuardedLookup } from "./guarded-lookup.ts";
import { type OpenedSocket, openSocket, type SocketTarget } from "./open-socket.ts";
import { findHostRefusal, openOriginTable } from "./origin-table.ts";
import { openSharedReadBuffer } from "./shared-read-buffer.ts";
import { beginOnce } from "./stream-exchange.ts";
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
  /**
   * Finds why no request is sent to this address, as far as that is known without looking up its name: one sentence. Null: nothing is
   * known.
   */
  findRefusal(url: string): string | null;
  /** The same for a connection. */
  findHostRefusal(host: string): string | null;
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

/** Opens the connection pools. @throws RangeError when a network is not a CIDR */
export function openEgress(options: EgressOptions): Egress {
  const isAllowed = buildAddressRule(options.allowedPrivateNetworks);
  const connectTimeoutMs = options.connectTimeoutMs ?? 10_000;
  const lookup = openGuardedLookup(isAllowed, { maxWaitMs: connectTimeoutMs });
  const connect = { timeout: connectTimeoutMs, lookup, onread: openSharedReadBuffer() };
  const pools = openPools(options, isAllowed, connect);
  return {
    send: (request) => send(pools, request),
    stream: (request) => stream(pools, request),
    connect: (target) =>
      openSocket({ ...target, timeoutMs: Math.min(target.timeoutMs, connectTimeoutMs) }, isAllowed, lookup),
    findRefusal(url) {
      const target = pools.origins.locate(url);
      return "refusal" in target ? target.refusal : null;
    },
    findHostRefusal: (host) => findHostRefusal(host, isAllowed),
    close: async () => void (await Promise.all([pools.agent.close(), pools.tlsAgents.close()])),
  };
}

function openPools(
  { connectionsPerOrigin: connections = 128, waitingPerOrigin = 1024, userAgent = "Bowline" }: EgressOptions,
  isAllowed: AddressRule,
  connect: NonNullable<Agent.Options["connect"]>,
): Pools {
  const agentOptions = {
    connections: countPlaces(connections),
    keepAliveTimeout: 30_000, // unless the origin says less
    headersTimeout: 0, // our own timer covers the whole call
    bodyTimeout: 0,
    factory: openMeteredPool,
    connect,
  };
  return {
    agent: new Agent(agentOptions),
    tlsAgents: openTlsAgents(agentOptions),
    origins: openOriginTable(isAllowed, connections, waitingPerOrigin),
    userAgent,
  };
}

function send(pools: Pools, request: EgressRequest): Promise<EgressOutcome> {
  const followed = followRedirects(pools, request, true, callOnce);
  return followed.then((last) => {
    if (!("response" in last)) {
      return last;
    }
    return isEncoded(last) ? decode(last, request.maxBytes) : toOutcome(last, last.response.body);
  });
}

async function stream(pools: Pools, request: EgressRequest): Promise<EgressStream | EgressFailure> {
  const followed = await followRedirects(pools, request, false, beginOnce);
  if (!("response" in followed)) {
    return followed;
  }
  const { response, url } = followed;
  return { ...response, url };
}

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
