import { ConnectionError, type Identity, TimeoutError } from "@bowline/sdk";
import { consoleBase } from "../console-base.ts";
import { endWait, waitForSignIn } from "./ended-session.ts";
import { goToSignIn } from "./go-to-sign-in.ts";
import { leavePage } from "./leave-page.ts";
import { noteServerTime } from "./server-clock.ts";
import { hasUnsavedWork } from "./unsaved-work.ts";

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

interface TokenResponse extends Start {
  access_token: string;
  /** Seconds. */
  expires_in: number;
  accountUserId: number;
  bodyLimits: BodyLimits;
  preparingApplications: number;
}

/** A token is replaced this long before it ends. */
const marginMs = 30_000;
/** As the SDK waits for every other response. */
const limitMs = 60_000;
/** A request that a browser has lost gets no response, so another one is sent after this time. */
const secondTryMs = 10_000;

let current: AccessToken | null = null;
let pending: Promise<AccessToken> | null = null;
let start: Start | null = null;
/** Whose page this is. */
let owner: number | null = null;
let bodyLimits: BodyLimits | null = null;
let preparingApplications = 0;
let held: Promise<unknown> = Promise.resolve();

/**
 * Returns an access token of at most 5 minutes for the signed-in person (decisions D55). It stays in memory. Without a session the
 * browser goes to the sign-in page, and the promise never settles. A page with unsaved work stays, and waits for the sign-in.
 *
 * @param options.refused a token that the server did not accept
 * @throws ConnectionError when the server does not respond; TimeoutError when it does not within a minute
 */
export async function getAccessToken({ refused }: { refused?: string | undefined } = {}): Promise<string> {
  if (refused !== undefined && current?.value === refused) {
    current = null;
  }
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

/** Returns the account user whose page this is; null before the first token is there. Names are not unique. */
export const readOwnAccountUserId = (): number | null => owner;

/** Returns what the server takes at most; null before the first token is there. */
export const readBodyLimits = (): BodyLimits | null => bodyLimits;

/** Returns how many built-in applications there will be, until all of them have been installed once; 0 before the first token is there. */
export const countPreparingApplications = (): number => preparingApplications;

/** Keeps the page from leaving for the sign-in page by itself until this settles: it may be about to leave already. */
export function holdSignIn(leaving: Promise<never>): void {
  held = leaving.catch(() => undefined);
}

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
  for (;;) {
    const { response, text } = await askForToken();
    if (response.status === 401) {
      await held;
      if (owner === null || !hasUnsavedWork()) {
        return goToSignIn(owner !== null);
      }
      await waitForSignIn();
      continue;
    }
    if (!response.ok) {
      throw new Error(
        `The server does not say who is signed in (status ${response.status}). Try again in a moment.`,
      );
    }
    if (owner === null) {
      noteServerTime(response);
    }
    return takeToken(JSON.parse(text));
  }
}

/**
 * The page's own first request has no limit, so this waits for no request longer than the limit. Of two requests the response that comes
 * first counts.
 */
async function askForToken(): Promise<{ response: Response; text: string }> {
  const stop = new AbortController();
  const timers: ReturnType<typeof setTimeout>[] = [];
  const waitFor = (ms: number) => new Promise<void>((resolve) => timers.push(setTimeout(resolve, ms)));
  const overdue = waitFor(limitMs).then(() => {
    throw new TimeoutError("The request for a token took too long.");
  });
  const secondTry = waitFor(secondTryMs).then(() => sendRequest(stop.signal));
  try {
    return await Promise.race([sendRequest(stop.signal), secondTry, overdue]);
  } catch (error) {
    throw error instanceof TimeoutError
      ? error
      : new ConnectionError("The request for a token got no response.");
  } finally {
    timers.forEach(clearTimeout);
    stop.abort();
  }
}

async function sendRequest(signal: AbortSignal): Promise<{ response: Response; text: string }> {
  const headers = { accept: "application/json" };
  const response = await (takeFirstResponse() ??
    fetch(`${consoleBase}/session/token`, { method: "POST", headers, signal }));
  return { response, text: await response.text() };
}

function takeToken(body: TokenResponse): AccessToken | Promise<never> {
  if (owner !== null && owner !== body.accountUserId) {
    // Another tab has signed in as somebody else, or chosen another company. What this page shows is not theirs.
    return leavePage(() => window.location.reload());
  }
  owner = body.accountUserId;
  endWait();
  start ??= { identity: body.identity, waitingApprovals: body.waitingApprovals };
  bodyLimits = body.bodyLimits;
  preparingApplications = body.preparingApplications;
  return { value: body.access_token, expires: Date.now() + body.expires_in * 1000 };
}
