import { LRUCache } from "lru-cache";
import { ApiError } from "../../api-error.ts";
import { type ConnectionRow, loadConnection } from "../../db/connections.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { beginSignIn } from "./begin-sign-in.ts";

/** Half of a link's life: whoever gets it still has time. */
const keptMs = 5 * 60_000;

/** Links for owners of connections whose authorization has ended. */
export interface SignInLinks {
  /** A link that renews the connection; null where none can be made. The same for five minutes. */
  find(connection: ConnectionRow): Promise<string | null>;
}

export function openSignInLinks(parts: ConnectParts): SignInLinks {
  const kept = new LRUCache<string, string>({ max: 10_000, ttl: keptMs });
  return {
    async find(connection) {
      const { connectionId, tokenVersion } = connection;
      const key = `${connectionId}:${tokenVersion}`;
      const link = kept.get(key) ?? (await makeLink(parts, connection));
      if (link !== null) {
        kept.set(key, link, { noUpdateTTL: true });
      }
      return link;
    },
  };
}

async function makeLink(parts: ConnectParts, { connectionId }: ConnectionRow): Promise<string | null> {
  // It may be gone.
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
    const begun = await beginSignIn(parts, { ...connection, application, name: null, isDefault: false });
    return begun.signInUrl;
  } catch (error) {
    if (error instanceof ApiError) {
      return null;
    }
    throw error;
  }
}
