import type { Resource } from "./resources.ts";

/** A client's request that waits for a person. */
export interface ConsentRequest {
  uid: string;
  clientId: string;
  clientName: string;
  /** Where the person is sent back to; null for a device. */
  redirectUri: string | null;
  /** The address of the resource, as the client sent it. */
  address: string;
  resource: Resource;
  scopes: readonly string[];
  /** The client named no resource: the person may choose another one than the API (decisions D57). */
  isResourceOpen: boolean;
  /** What the person agreed to before does not count: the client wants it so, was sent back anyway, or may not be who gets the answer. */
  mustAsk: boolean;
  /** The client wants no page to be shown. */
  isSilent: boolean;
  /** The person must have signed in at this time or later, in milliseconds since 1970 as the database counts them; null: whenever. */
  signedInAfterMs: number | null;
  /** The e-mail address that the client expects. */
  loginHint: string | null;
}

/** A person's decision. */
export type Decision =
  | {
      kind: "allowed";
      accountUserId: number;
      grantJti: string;
      /** The address of the grant's resource, as the grant names it. */
      address: string;
      /** The stored time of the sign-in, the same in all tokens of it. Milliseconds since 1970. */
      signedInMs: number;
    }
  | { kind: "refused"; error: string; reason: string };

/** The cookies of a request, by their names. */
export type Cookies = Readonly<Record<string, string>>;

/** The requests that wait for a person. The consent page asks the person and ends them. */
export interface ConsentRequests {
  /** Null when it is unknown, over, or belongs to another browser. */
  find(uid: string, cookies: Cookies): Promise<ConsentRequest | null>;
  /** Stores a decision. Returns the address to send the browser to; null when the request is over. */
  finish(uid: string, cookies: Cookies, decision: Decision): Promise<string | null>;
}
