import type { TokenDates } from "../../db/connections/connections.ts";

const longestMarginMs = 5 * 60_000;
/** The margin of a short lifetime, as a share of it. */
const marginShare = 0.2;

/**
 * Plans when to renew a token: some time before it expires, with a random part, so that tokens issued together are not renewed
 * together. A token that cannot be renewed is due when it expires.
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
  // Keeps the date valid in PostgreSQL and in JavaScript. Some providers send very long lifetimes.
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
