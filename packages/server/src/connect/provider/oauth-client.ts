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
  /** Null: an Admin or the operator set the client. */
  registration: ClientRegistration | null;
}

/** What is known of a client that this server registered by itself (RFC 7591). */
export interface ClientRegistration {
  /** Its own redirect address. */
  redirectUri: string;
  /** Null: its secret has no end. */
  secretExpiresDate: Date | null;
}
