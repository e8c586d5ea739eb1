import type { Identity } from "@bowline/sdk";
import { consoleBase } from "../console-base.ts";
import { goToSignIn } from "./go-to-sign-in.ts";

interface AccessToken {
  value: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/** What the server sends with a token, for the frame of every page. */
interface Start {
  identity?: Identity | undefined;
  waitingApprovals?: number | undefined;
}

/** How many bytes the server takes in one request. */
export interface BodyLimits {
  request: number;
  import: number;
}

/** A token is replaced this long before it ends. */
const marginMs = 30_000;

let current: AccessToken | null = null;
let pending: Promise<AccessToken> | null = null;
let start: Start | null = null;
let bodyLimits: BodyLimits | null = null;

/**
 * Returns an access token of at most 5 minutes for the signed-in person (decisions D55). It stays in memory. Without a session the
 * browser goes to the sign-in page, and the promise never settles.
 */
export async function getAccessToken(): Promise<string> {
  if (current === null || current.expires - marginMs < Date.now()) {
    pending ??= requestToken().finally(() => {
      pending = null;
    });
    current = await pending;
  }
  return current.value;
}

/** Returns a member of what came with the first token. Each is returned once, because later it is old; undefined from then on. */
export async function takeFromStart<Name extends keyof Start>(name: Name): Promise<Start[Name]> {
  await getAccessToken();
  const value = start?.[name];
  start = { ...start, [name]: undefined };
  return value;
}

/** Returns what the server takes at most; null before the first token is there. */
export const readBodyLimits = (): BodyLimits | null => bodyLimits;

/** Forgets the token, so that the next request asks for a new one. */
export function forgetAccessToken(): void {
  current = null;
}

declare global {
  interface Window {
    /** What the page itself asked for before the scripts were there (`build/first-view.js`). Absent while developing without the server. */
    firstView?: { token: Promise<Response> | undefined };
  }
}

/** Takes the response to the page's own request. Later ones need a new request. */
function takeFirstResponse(): Promise<Response> | undefined {
  const response = window.firstView?.token;
  if (window.firstView !== undefined) {
    window.firstView.token = undefined;
  }
  return response;
}

async function requestToken(): Promise<AccessToken> {
  const response = await (takeFirstResponse() ??
    fetch(`${consoleBase}/session/token`, { method: "POST", headers: { accept: "application/json" } }));
  if (response.status === 401) {
    return goToSignIn();
  }
  if (!response.ok) {
    throw new Error(`The server gave no token for this session (status ${response.status}).`);
  }
  const body = await response.json();
  start ??= { identity: body.identity, waitingApprovals: body.waitingApprovals };
  bodyLimits = body.bodyLimits ?? null;
  return { value: body.access_token, expires: Date.now() + body.expires_in * 1000 };
}
