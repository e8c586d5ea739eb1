import { LRUCache } from "lru-cache";
import { ApiError } from "../../api-error.ts";
import { type ConnectionRow, loadConnection } from "../../db/connections/connections.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { beginSignIn } from "./begin-sign-in.ts";

/** Half of a link's lifetime, so that a link from the cache can still be used. */
const keptMs = 5 * 60_000;

/** Sign-in links for owners of connections whose authorization has ended or does not suffice. */
export interface SignInLinks {
  /**
   * Returns a link that renews the connection, the same for five minutes. Null when no link can be created.
   *
   * @param scopes asked for besides the usual ones
   */
  find(connection: ConnectionRow, scopes?: readonly string[]): Promise<string | null>;
}

export function openSignInLinks(parts: ConnectParts): SignInLinks {
  const kept = new LRUCache<string, string>({ max: 10_000, ttl: keptMs });
  return {
    async find(connection, scopes = []) {
      const { connectionId, tokenVersion } = connection;
      const key = [connectionId, tokenVersion, ...scopes].join(" ");
      const link = kept.get(key) ?? (await createLink(parts, connection, scopes));
      if (link !== null) {
        kept.set(key, link, { noUpdateTTL: true });
      }
      return link;
    },
  };
}

async function createLink(
  parts: ConnectParts,
  { connectionId }: ConnectionRow,
  scopes: readonly string[],
): Promise<string | null> {
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
    const begun = await beginSignIn(parts, {
      ...connection,
      scopes,
      application,
      name: null,
      isDefault: false,
      linkHash: null,
      returnUrl: null,
    });
    return begun.signInUrl;
  } catch (error) {
    if (error instanceof ApiError) {
      return null;
    }
    throw error;
  }
}
