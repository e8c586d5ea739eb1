import { LRUCache } from "lru-cache";
import type { Caller } from "../db/people/callers.ts";
import type { Rows } from "../db/rows.ts";
import { chooseMemberScopes } from "./member-scopes.ts";
import { consoleTokenSeconds, signConsoleToken } from "./sign-console-token.ts";
import type { SigningKey, SigningKeys } from "./signing-keys.ts";
import { prepareVerification, sessionSubject, type VerifiedToken } from "./verify-token.ts";

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
  const verify = prepareVerification(issuer, keys, clock);

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
      const [key] = await keys.load();
      if (key === undefined) {
        throw new Error("There is no signing key.");
      }
      const nowSeconds = Math.floor(clock() / 1000);
      const token = await signConsoleToken(key, { issuer, accountUserId, sessionHash, nowSeconds });
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

/** A token may have fewer scopes than its grant, never more than it was issued with, and what its member can give today. */
function limitCaller(row: Caller, { scopes: issued, expiresAtMs }: VerifiedToken): Caller {
  const { credential } = row;
  const scopes = issued && chooseMemberScopes(issued, row);
  return {
    ...row,
    credential: { ...credential, expiresAtMs, narrowing: { ...credential.narrowing, scopes } },
  };
}
