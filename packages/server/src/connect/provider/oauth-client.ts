import type { TokenHosts } from "./allowed-hosts.ts";

/** A client that a provider knows (RFC 6749 §2): the company's own, or the operator's for everybody. */
export interface OAuthClient {
  clientId: string;
  /** Null: a public client. */
  clientSecret: string | null;
  /** Scopes to ask for; null: the method's. */
  scopes: string[] | null;
  /** Where it may be sent to; null: the secret is the connection's own and goes where those go. */
  allowed: TokenHosts | null;
}
