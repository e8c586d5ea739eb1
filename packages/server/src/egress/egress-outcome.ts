import type { ClientCertificate } from "./tls-agents.ts";

/** One request to the outside. */
export interface EgressRequest {
  /** Upper case. */
  method: string;
  /** Absolute, `http` or `https`. */
  url: string;
  /** Names in lower case. `host`, `content-length`, `accept-encoding` and hop-by-hop headers are not sent. */
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** Limit for the whole call: waiting, connecting, redirects and reading the body. */
  timeoutMs: number;
  /** Limit for the decoded body. */
  maxBytes: number;
  signal?: AbortSignal;
  /** Whose call it is: the slow calls of one account user leave connections for those of others. Default: the server's own. */
  accountUserId?: number | undefined;
  /** Lower-case names of further headers, besides the standard ones, that a redirect must not carry to another origin. */
  credentialHeaders?: readonly string[];
  /** Presented only to the origin of `url`. Default: none. */
  certificate?: ClientCertificate | null;
  /** Names of query parameters that a redirect must not carry to another origin. */
  credentialQuery?: readonly string[];
  /** Whether a redirect to another origin is refused. Default: it is followed. */
  staysAtOrigin?: boolean;
}

export type EgressFailureKind =
  | "downstreamUnavailable"
  | "timeout"
  | "outputTooLarge"
  | "addressRefused"
  | "invalidOutput";

export type EgressOutcome = EgressResponse | EgressFailure;

/** A response with any status, including a redirect that is not followed. */
export interface EgressResponse {
  ok: true;
  status: number;
  /** Names in lower case. Values of a repeated name are joined by `, `. */
  headers: Record<string, string>;
  /** Decoded. */
  body: Buffer;
  /** Size of the decoded body. */
  sizeBytes: number;
  /** The address of the response, after redirects. */
  url: string;
}

/** A response whose body is streamed. */
export interface EgressStream {
  ok: true;
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Fails with `EgressError` when a limit is exceeded or the connection breaks. Cancel it if it is not read to its end. */
  body: ReadableStream<Uint8Array>;
  /** The address of the response, after redirects. */
  url: string;
}

export interface EgressFailure {
  ok: false;
  kind: EgressFailureKind;
  /** One sentence without internal addresses. */
  message: string;
  /** Whether a byte of the request may have been sent. */
  sent: boolean;
  /** Set when the response had begun. */
  status?: number;
  headers?: Record<string, string>;
}
