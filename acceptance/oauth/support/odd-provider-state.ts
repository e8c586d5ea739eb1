import type { IncomingMessage } from "node:http";
import type { JsonObject } from "../../support/records.ts";
import type { ClientCredentials } from "./emulated-providers.ts";

/** How the token endpoint differs from RFC 6749. */
export type OddForm =
  | "formEncoded"
  | "errorWith200"
  | "nestedToken"
  | "lifetimeAsText"
  | "noTokenType"
  | "jsonRequest"
  | "unencodedBasic";

/** The current fault of the token endpoint. */
export type Fault = "down" | "slow" | "html" | "redirect" | "sameToken";

/** A call that arrived at the token endpoint. */
export interface OddTokenCall {
  headers: IncomingMessage["headers"];
  sent: Record<string, string>;
}

export interface OddProvider {
  origin: string;
  client: ClientCredentials;
  document: JsonObject;
  /** Null: no fault. */
  fault: Fault | null;
  /** The account that signs in. */
  account: string;
  /** The error code with which the token endpoint refuses; null: it grants tokens. */
  refusal: string | null;
  /** The `expires_in` of its tokens; null: it sends none. */
  lifetimeSeconds: number | null;
  clientIdParameter: string;
  grantMembers: JsonObject;
  /** Query of each authorization request. */
  authorizations: URLSearchParams[];
  /** Headers of each call that reads the token's account. */
  accountCalls: IncomingMessage["headers"][];
  /** Bodies at `/revoke`. */
  revocations: string[];
  tokenCalls: OddTokenCall[];
  issuedTokens: string[];
  /** Authorization headers that arrived at the API. */
  apiTokens: string[];
  /** Tokens that the API accepts. */
  validTokens: Set<string>;
  /** Requests that arrived where the fault `redirect` points to. */
  strayRequests: string[];
  /** An issued token that the API refuses; null: none. */
  refusedToken: string | null;
  /** Whether the API refuses every token. */
  refusesApi: boolean;
  /** `iss` of the redirect (RFC 9207); null: none. */
  redirectIssuer: string | null;
  /** Writes an id token for the response, with the nonce of the authorization request; null: no id token. */
  writeIdToken: ((nonce: string | null) => string) | null;
  /** The nonce of the last authorization request. */
  nonce: string | null;
  stop(): Promise<void>;
}
