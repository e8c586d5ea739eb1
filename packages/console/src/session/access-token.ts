import { consoleBase } from "../console-base.ts";
import { goToSignIn } from "./go-to-sign-in.ts";

interface AccessToken {
  value: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/** A token is replaced this long before it ends. */
const marginMs = 30_000;

let current: AccessToken | null = null;
let pending: Promise<AccessToken> | null = null;

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

/** Forgets the token, so that the next request asks for a new one. */
export function forgetAccessToken(): void {
  current = null;
}

async function requestToken(): Promise<AccessToken> {
  const response = await fetch(`${consoleBase}/session/token`, {
    method: "POST",
    headers: { accept: "application/json" },
  });
  if (response.status === 401) {
    return goToSignIn();
  }
  if (!response.ok) {
    throw new Error(`The server gave no token for this session (status ${response.status}).`);
  }
  const { access_token: value, expires_in: seconds } = await response.json();
  return { value, expires: Date.now() + seconds * 1000 };
}
