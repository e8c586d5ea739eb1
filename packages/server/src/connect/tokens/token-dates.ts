import type { TokenDates } from "../../db/connections.ts";

const longestMarginMs = 5 * 60_000;
/** Of a short lifetime. */
const marginShare = 0.2;

/**
 * When a token is to be renewed: some time before it runs out, a little different each time, so that tokens issued together are
 * not renewed together. One that cannot be renewed is due when it is over.
 *
 * @param random from 0 to 1
 */
export function planRenewal(
  token: { issuedAtMs: number; lifetimeSeconds: number | null; isRenewable: boolean },
  random = Math.random(),
): TokenDates {
  const { issuedAtMs, lifetimeSeconds, isRenewable } = token;
  if (lifetimeSeconds === null) {
    return { tokenDueDate: null, tokenExpiresDate: null, isTokenRenewable: isRenewable };
  }
  // A date of PostgreSQL and of ours; some say "a hundred years".
  const lifetimeMs = Math.min(lifetimeSeconds, 10 ** 9) * 1000;
  const marginMs = isRenewable
    ? Math.min(longestMarginMs, lifetimeMs * marginShare) * (0.75 + random / 2)
    : 0;
  return {
    tokenDueDate: new Date(issuedAtMs + lifetimeMs - marginMs),
    tokenExpiresDate: new Date(issuedAtMs + lifetimeMs),
    isTokenRenewable: isRenewable,
  };
}
