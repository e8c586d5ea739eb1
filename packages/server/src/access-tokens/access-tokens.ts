import { randomUUID } from "node:crypto";
import type { JWTPayload, JWTVerifyGetKey } from "jose";
import { LRUCache } from "lru-cache";
import type { Caller } from "../db/callers.ts";
import type { Rows } from "../db/rows.ts";
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

/** Finds the callers of access tokens (decisions D14, D57). */
export interface AccessTokens {
  /**
   * Finds the caller of a token.
   *
   * @param resource the address that the token must be for, such as `https://bowline.example/v1`
   * @returns null when the token is invalid, has expired, is for another resource, or what it stands for has ended
   */
  findCaller(token: string, resource: string): Promise<Caller | null>;
  /** Signs a token for the API that stands for a person's session (decisions D55). */
  issueConsoleToken(
    accountUserId: number,
    sessionHash: string,
  ): Promise<{ token: string; expiresInSeconds: number }>;
  /** Verifies signature, issuer and time of a token. Null when it is invalid. */
  verify(token: string): Promise<VerifiedToken | null>;
}

interface Entry {
  keys: readonly SigningKey[];
  verified: VerifiedToken;
  /** The row that `caller` was made of. */
  row: Caller | null;
  caller: Caller | null;
}

/** At about 1.5 KB each. */
const maxEntries = 10_000;
/** A token that names an unknown key may come often; the keys are read again for it at most this often. */
const reloadMs = 1000;
const consoleTokenSeconds = 300;
const sessionSubject = "session:";

/**
 * Opens the verification of access tokens. A verified token is remembered until it ends or a signing key changes. What it stands for
 * is looked up at each call, in rows that follow every change (decisions D57).
 *
 * @param issuer the only issuer of valid tokens
 */
export function openAccessTokens(
  issuer: string,
  { keys, rows, clock }: { keys: SigningKeys; rows: Pick<Rows, "tokenCallers">; clock: () => number },
): AccessTokens {
  const entries = new LRUCache<string, Entry>({ max: maxEntries });
  let reloadAfterMs = 0;

  async function verify(token: string): Promise<VerifiedToken | null> {
    const { createLocalJWKSet, errors, jwtVerify } = await import("jose");
    const check = async (usable: readonly SigningKey[]) => {
      const jwks = { keys: usable.map(({ privateJwk: { d: _, ...publicJwk } }) => publicJwk) };
      const options = { issuer, algorithms: ["ES256"], typ: "at+jwt", currentDate: new Date(clock()) };
      const { payload } = await jwtVerify(token, createLocalJWKSet(jwks) as JWTVerifyGetKey, options);
      return readClaims(payload);
    };
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
  }

  async function findEntry(token: string): Promise<Entry | null> {
    const known = entries.get(token);
    if (known !== undefined && known.keys === (keys.peek() ?? (await keys.load()))) {
      return known;
    }
    const verified = await verify(token);
    if (verified === null) {
      entries.delete(token);
      return null;
    }
    const entry: Entry = { keys: await keys.load(), verified, row: null, caller: null };
    entries.set(token, entry);
    return entry;
  }

  return {
    verify,
    async issueConsoleToken(accountUserId, sessionHash) {
      const { importJWK, SignJWT } = await import("jose");
      const [key] = await keys.load();
      if (key === undefined) {
        throw new Error("There is no signing key.");
      }
      const nowSeconds = Math.floor(clock() / 1000);
      const token = await new SignJWT({ client_id: "console", session: sessionHash })
        .setProtectedHeader({ alg: "ES256", kid: key.privateJwk.kid, typ: "at+jwt" })
        .setIssuer(issuer)
        .setAudience(`${issuer}/v1`)
        .setSubject(String(accountUserId))
        .setJti(randomUUID())
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + consoleTokenSeconds)
        .sign(await importJWK(key.privateJwk));
      return { token, expiresInSeconds: consoleTokenSeconds };
    },
    async findCaller(token, resource) {
      const entry = await findEntry(token);
      if (entry === null || !entry.verified.audiences.includes(resource)) {
        return null;
      }
      if (entry.verified.expiresAtMs <= clock()) {
        entries.delete(token);
        return null;
      }
      const { subject } = entry.verified;
      const row = rows.tokenCallers.peek(subject) ?? (await rows.tokenCallers.get(subject));
      if (row === null || (row.credential.expiresAtMs ?? Number.POSITIVE_INFINITY) <= clock()) {
        return null;
      }
      // The person has chosen another company meanwhile, and a page that shows the former one must not act there.
      if (subject.startsWith(sessionSubject) && entry.verified.claims.sub !== String(row.accountUserId)) {
        return null;
      }
      if (entry.row !== row || entry.caller === null) {
        entry.row = row;
        entry.caller = limitCaller(row, entry.verified);
      }
      return entry.caller;
    },
  };
}

/** A token may have fewer scopes than its grant, never more than it was issued with. */
function limitCaller(row: Caller, { scopes, expiresAtMs }: VerifiedToken): Caller {
  const { credential } = row;
  return {
    ...row,
    credential: { ...credential, expiresAtMs, narrowing: { ...credential.narrowing, scopes } },
  };
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
