import type { TokenHosts } from "./allowed-hosts.ts";

/** A client registered at a provider (RFC 6749 §2): the company's own, or the operator's for all companies. */
export interface OAuthClient {
  clientId: string;
  /** Null: a public client. */
  clientSecret: string | null;
  /** Scopes to ask for; null: the method's. */
  scopes: string[] | null;
  /** The hosts that it may be sent to. Null: it belongs to the connection, and the connection's origins apply. */
  allowed: TokenHosts | null;
}
