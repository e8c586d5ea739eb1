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

/** What is wrong with the token endpoint now. */
export type Fault = "down" | "slow" | "html" | "redirect" | "sameToken";

/** A call at the token endpoint, as it arrived. */
export interface OddTokenCall {
  headers: IncomingMessage["headers"];
  sent: Record<string, string>;
}

export interface OddProvider {
  origin: string;
  client: ClientCredentials;
  document: JsonObject;
  /** Null: well. */
  fault: Fault | null;
  /** Whose account it is. */
  account: string;
  /** What the token endpoint refuses with, in its own form; null: it grants. */
  refusal: string | null;
  /** What it says of a token's life; null: nothing. */
  lifetimeSeconds: number | null;
  clientIdParameter: string;
  grantMembers: JsonObject;
  /** Query of each authorization request. */
  authorizations: URLSearchParams[];
  /** Headers of each call that asks whose token it is. */
  accountCalls: IncomingMessage["headers"][];
  /** Bodies at `/revoke`. */
  revocations: string[];
  tokenCalls: OddTokenCall[];
  issuedTokens: string[];
  /** Authorization headers that arrived at the API. */
  apiTokens: string[];
  /** Tokens that the API takes. */
  validTokens: Set<string>;
  /** Requests that arrived where the fault `redirect` points to. */
  strayRequests: string[];
  /** Refused by the API although it was issued; null: none. */
  refusedToken: string | null;
  /** `iss` of the redirect (RFC 9207); null: none. */
  redirectIssuer: string | null;
  /** An id token for the answer, with the nonce of the authorization request; null: none. */
  writeIdToken: ((nonce: string | null) => string) | null;
  /** Of the last authorization request. */
  nonce: string | null;
  stop(): Promise<void>;
}
