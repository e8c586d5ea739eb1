import { LRUCache } from "lru-cache";
import { ApiError } from "../../api-error.ts";
import { type ConnectionRow, loadConnection } from "../../db/connections/connections.ts";
import { isSignInPending } from "../../db/connections/sign-ins.ts";
import { isReferenceGone } from "../../db/sql-state.ts";
import { hashToken } from "../../identity/token.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { beginSignIn } from "./begin-sign-in.ts";

/** Half of a link's lifetime, so that a link from the cache can still be used. */
const keptMs = 5 * 60_000;

/**
 * Sign-in links for owners of connections whose authorization has ended or does not suffice. An agent gets them, too, whatever its credential
 * may do, so that only the owner can choose another account with one.
 */
export interface SignInLinks {
  /**
   * Returns a link that renews the connection, the same for five minutes unless somebody uses it. Null when no link can be created.
   *
   * @param scopes asked for besides the usual ones
   */
  find(connection: ConnectionRow, scopes?: readonly string[]): Promise<string | null>;
}

interface SignInLink {
  signInUrl: string;
  state: string;
}

export function openSignInLinks(parts: ConnectParts): SignInLinks {
  const kept = new LRUCache<string, SignInLink>({ max: 10_000, ttl: keptMs });
  return {
    async find(connection, scopes = []) {
      const { connectionId, tokenVersion } = connection;
      const key = [connectionId, tokenVersion, ...scopes].join(" ");
      const former = kept.get(key);
      if (former !== undefined && (await isSignInPending(parts.db.kysely, hashToken(former.state)))) {
        return former.signInUrl;
      }
      const link = await createLink(parts, connection, scopes);
      if (link === null) {
        return null;
      }
      kept.set(key, link);
      return link.signInUrl;
    },
  };
}

async function createLink(
  parts: ConnectParts,
  { connectionId }: ConnectionRow,
  scopes: readonly string[],
): Promise<SignInLink | null> {
  // The connection may have been deleted.
  const connection = await loadConnection(parts.db.kysely, connectionId);
  if (connection === null) {
    return null;
  }
  const { method, companyId, applicationId } = connection;
  const catalog = await parts.catalog.forCompany(companyId);
  const application = catalog.findApplicationById(applicationId);
  if (method.type !== "oauth2" || application === undefined) {
    return null;
  }
  try {
    return await beginSignIn(parts, {
      ...connection,
      scopes,
      application,
      name: null,
      isDefault: false,
      linkHash: null,
      returnUrl: null,
      keepsAccount: true,
    });
  } catch (error) {
    // The connection may also have been deleted since.
    if (error instanceof ApiError || isReferenceGone(error)) {
      return null;
    }
    throw error;
  }
}
