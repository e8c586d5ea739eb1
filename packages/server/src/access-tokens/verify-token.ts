import type { JWTPayload, JWTVerifyGetKey } from "jose";
import type { SigningKey, SigningKeys } from "./signing-keys.ts";

/** A token that is signed by us and has not expired. Whether what it stands for still exists is another question. */
export interface VerifiedToken {
  claims: JWTPayload;
  /** What the token stands for: `grant:<jti>`, `client:<client id>` or `session:<hash>`. */
  subject: string;
  /** Null for the console's token: it has no limit. */
  scopes: readonly string[] | null;
  audiences: readonly string[];
  /** Milliseconds since 1970. */
  expiresAtMs: number;
}

/** A token that names an unknown key may come often; the keys are read again for it at most this often. */
const reloadMs = 1000;
export const sessionSubject = "session:";

/** Prepares the check of a token's signature, issuer and time. It returns null when the token is invalid. */
export function prepareVerification(
  issuer: string,
  keys: SigningKeys,
  clock: () => number,
): (token: string) => Promise<VerifiedToken | null> {
  let reloadAfterMs = 0;

  return async (token) => {
    const { errors } = await import("jose");
    const check = (usable: readonly SigningKey[]) => checkToken(token, issuer, usable, clock());
    try {
      return await check(await keys.load());
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) {
        throw error;
      }
      if (!(error instanceof errors.JWKSNoMatchingKey) || clock() < reloadAfterMs) {
        return null;
      }
    }
    reloadAfterMs = clock() + reloadMs;
    return check(await keys.reload()).catch((error) => {
      if (error instanceof errors.JOSEError) {
        return null;
      }
      throw error;
    });
  };
}

/** @throws JOSEError when the token is invalid for these keys */
async function checkToken(
  token: string,
  issuer: string,
  keys: readonly SigningKey[],
  nowMs: number,
): Promise<VerifiedToken | null> {
  const { createLocalJWKSet, jwtVerify } = await import("jose");
  const jwks = { keys: keys.map(({ privateJwk: { d: _, ...publicJwk } }) => publicJwk) };
  const options = { issuer, algorithms: ["ES256"], typ: "at+jwt", currentDate: new Date(nowMs) };
  const { payload } = await jwtVerify(token, createLocalJWKSet(jwks) as JWTVerifyGetKey, options);
  return readClaims(payload);
}

function readClaims(claims: JWTPayload): VerifiedToken | null {
  const { aud, exp } = claims;
  const subject = readSubject(claims);
  if (subject === null || exp === undefined || aud === undefined) {
    return null;
  }
  return { claims, subject, scopes: readScopes(claims), audiences: [aud].flat(), expiresAtMs: exp * 1000 };
}

function readSubject({ grant, session, client_id: clientId }: JWTPayload): string | null {
  if (typeof session === "string") {
    return sessionSubject + session;
  }
  if (typeof grant === "string") {
    return `grant:${grant}`;
  }
  return typeof clientId === "string" ? `client:${clientId}` : null;
}

function readScopes({ session, scope }: JWTPayload): readonly string[] | null {
  if (session !== undefined) {
    return null;
  }
  return typeof scope === "string" ? scope.split(" ") : [];
}
