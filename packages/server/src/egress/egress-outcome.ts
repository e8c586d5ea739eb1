import type { ClientCertificate } from "./tls-agents.ts";

/** One request to the outside. */
export interface EgressRequest {
  /** Upper case. */
  method: string;
  /** Absolute, `http` or `https`. */
  url: string;
  /** Names in lower case. `host`, `content-length`, `accept-encoding` and hop-by-hop names are left out. */
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** Budget of the whole call: waiting, connecting, redirects and reading the body. */
  timeoutMs: number;
  /** Limit of the decoded body. */
  maxBytes: number;
  signal?: AbortSignal;
  /** Lower-case names of headers that, besides the standard ones, must not reach another origin through a redirect. */
  credentialHeaders?: readonly string[];
  /** Presented to the origin of `url` alone. Default: none. */
  certificate?: ClientCertificate | null;
  /** Names of query parameters that must not reach another origin through a redirect. */
  credentialQuery?: readonly string[];
}

export type EgressFailureKind =
  | "downstreamUnavailable"
  | "timeout"
  | "outputTooLarge"
  | "addressRefused"
  | "invalidOutput";

export type EgressOutcome = EgressAnswer | EgressFailure;

/** Any status counts as an answer, also a redirect that is not followed. */
export interface EgressAnswer {
  ok: true;
  status: number;
  /** Names in lower case; values of a name that came more than once are joined by `, `. */
  headers: Record<string, string>;
  /** Decoded. */
  body: Buffer;
  /** Of the decoded body. */
  sizeBytes: number;
  /** Where the answer came from, after redirects. */
  url: string;
}

/** A response whose body is read as it comes. */
export interface EgressStream {
  ok: true;
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Fails with `EgressError` when a limit is met or the connection breaks. Cancel it when it is not read to its end. */
  body: ReadableStream<Uint8Array>;
  /** Where it came from, after redirects. */
  url: string;
}

export interface EgressFailure {
  ok: false;
  kind: EgressFailureKind;
  /** One sentence without internal addresses. */
  message: string;
  /** Whether a byte of the request may have been sent. */
  sent: boolean;
  /** Set when the answer had begun. */
  status?: number;
  headers?: Record<string, string>;
}
