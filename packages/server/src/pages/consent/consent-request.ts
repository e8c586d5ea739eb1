/** A client's request that waits for a person; the authorization server knows more of it. */
export interface ConsentRequest {
  uid: string;
  clientId: string;
  clientName: string;
  /** Where the person is sent back to; null for a device. */
  redirectUri: string | null;
  /** The address of the resource, as the client sent it. */
  address: string;
  resource: { url: string; toolsetId: string | null };
  scopes: readonly string[];
  /** The client named no resource: the person may choose another one than the API (decisions D57). */
  isResourceOpen: boolean;
  /** The person is asked also when they have agreed before. */
  mustAsk: boolean;
  /** No page may be shown. */
  isSilent: boolean;
  /** The person must have signed in at this time or later, in milliseconds since 1970; null: whenever. */
  signedInAfterMs: number | null;
  /** The e-mail address that the client expects. */
  loginHint: string | null;
}

/** The part of the authorization server that the consent page uses. */
export interface ConsentRequests {
  /** Null when it is unknown, over, or belongs to another browser. */
  find(uid: string, cookies: Readonly<Record<string, string>>): Promise<ConsentRequest | null>;
  /** Returns the address to send the browser to; null when the request is over. */
  finish(
    uid: string,
    cookies: Readonly<Record<string, string>>,
    decision:
      | { kind: "allowed"; accountUserId: number; grantJti: string; address: string; signedInMs: number }
      | { kind: "refused"; error: string; reason: string },
  ): Promise<string | null>;
}
