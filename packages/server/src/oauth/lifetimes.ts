import type { Configuration } from "oidc-provider";

const minute = 60;
const day = 24 * 60 * minute;

/** Seconds, as all here (decisions D57). */
export const accessTokenSeconds = 10 * minute;
const signInSeconds = 30 * minute;
const refreshIdleSeconds = 30 * day;
const refreshAtMostSeconds = 180 * day;

/** How long what the library makes is good. */
export const lifetimes: Configuration["ttl"] = {
  AccessToken: accessTokenSeconds,
  ClientCredentials: accessTokenSeconds,
  AuthorizationCode: minute,
  DeviceCode: 10 * minute,
  Grant: refreshAtMostSeconds,
  Interaction: signInSeconds,
  Session: signInSeconds,
  IdToken: accessTokenSeconds,
  RefreshToken: (_ctx, { iiat }) => {
    const now = Math.floor(Date.now() / 1000);
    return Math.max(1, Math.min(refreshIdleSeconds, refreshAtMostSeconds - (now - (iiat ?? now))));
  },
};
