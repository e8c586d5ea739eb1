import type { Egress } from "../../egress/egress.ts";
import type { PlacedCredentials } from "../place-credentials.ts";
import type { CallBudget } from "../runtime.ts";
import type { AskedRequest, AskedResponse } from "./messages.ts";

/** The requests of one call, as they went. */
export interface CodeExchange {
  send(request: AskedRequest): Promise<AskedResponse>;
  /** The status of the last response. Null: none came. */
  status: number | null;
  headers: Record<string, string> | null;
  /** Bytes of all responses. */
  sizeBytes: number;
  /** Whether a request was sent that was not refused with 401 where it was sent to, and so may have been applied (RFC 9110 §15.5.2). */
  readonly mayHaveActed: boolean;
}

export interface ExchangeOptions extends CallBudget {
  /** The address of the tool's server, without a slash at the end; `""`: it has none. */
  serverUrl: string;
  credentials: PlacedCredentials;
  signal: AbortSignal;
}

const maxRequests = 1000;
/**
 * An input that is written into a path must not lead to another one. Many servers resolve `..` between slashes, encoded or not, and
 * some backslashes.
 */
const leavesPath = /^[^?#]*(?:[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\?#]|%2f|%5c|$)/i;
const methodPattern = /^[A-Z]{1,20}$/;

/** Carries out the requests of a tool's code. Credentials go to the origin of its server only (decisions D73). */
export function openCodeExchange(egress: Egress, options: ExchangeOptions): CodeExchange {
  const { serverUrl, credentials, signal } = options;
  const origin = serverUrl === "" ? null : new URL(serverUrl).origin;
  const deadline = performance.now() + options.timeoutMs;
  let requests = 0;
  let applied = 0;

  async function send(asked: AskedRequest): Promise<AskedResponse> {
    const isBelow = asked.url.startsWith("/");
    if (isBelow && leavesPath.test(asked.url.replace(/[\t\n\r]/g, ""))) {
      return refuse(
        "A path below the connection's address must not contain the segment `.` or `..`. Check what is written into it.",
      );
    }
    const url = URL.parse(isBelow ? serverUrl + asked.url : asked.url);
    requests++;
    if (url === null || !methodPattern.test(asked.method) || requests > maxRequests) {
      return refuse(
        requests > maxRequests ? `A call may send ${maxRequests} requests.` : "The request is malformed.",
      );
    }
    const isOwn = url.origin === origin;
    const address = isOwn ? addQuery(url, credentials) : url.href;
    applied++;
    const response = await egress.send({
      method: asked.method,
      url: address,
      headers: isOwn ? addHeaders(asked.headers, credentials) : asked.headers,
      body: asked.body === null || typeof asked.body === "string" ? asked.body : Buffer.from(asked.body),
      timeoutMs: Math.max(1, deadline - performance.now()),
      maxBytes: Math.max(0, options.maxBytes - exchange.sizeBytes),
      accountUserId: options.accountUserId,
      credentialHeaders: credentials.headers.map(([name]) => name),
      credentialQuery: credentials.query.map(([name]) => name),
      certificate: isOwn ? credentials.certificate : null,
      signal,
    });
    if (response.ok ? response.status === 401 && response.url === address : !response.sent) {
      applied--;
    }
    exchange.status = response.status ?? exchange.status;
    if (response.headers !== undefined) {
      delete response.headers["set-cookie"];
      exchange.headers = response.headers;
    }
    if (!response.ok) {
      const { kind, message } = response;
      return { ok: false, kind: kind === "addressRefused" ? "downstreamUnavailable" : kind, message };
    }
    exchange.sizeBytes += response.sizeBytes;
    const { status, headers, body } = response;
    return { ok: true, status, headers, body };
  }

  const exchange: CodeExchange = {
    send,
    status: null,
    headers: null,
    sizeBytes: 0,
    get mayHaveActed() {
      return applied > 0;
    },
  };
  return exchange;
}

const refuse = (message: string): AskedResponse => ({ ok: false, kind: "invalidOutput", message });

function addHeaders(headers: Record<string, string>, credentials: PlacedCredentials): Record<string, string> {
  const cookies = credentials.cookies.map(([, pair]) => pair);
  return {
    ...headers,
    ...(cookies.length > 0 && { cookie: [headers.cookie ?? [], cookies].flat().join("; ") }),
    ...Object.fromEntries(credentials.headers),
  };
}

function addQuery(url: URL, { query }: PlacedCredentials): string {
  if (query.length === 0) {
    return url.href;
  }
  for (const [name] of query) {
    url.searchParams.delete(name);
  }
  const pairs = query.map(([, pair]) => pair).join("&");
  return `${url.origin}${url.pathname}${url.search === "" ? "?" : `${url.search}&`}${pairs}`;
}
