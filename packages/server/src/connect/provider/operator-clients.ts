import type { CatalogAuthentication } from "@bowline/catalog";
import { tokenHost } from "@bowline/contract";
import { z } from "zod";
import { readSettingsFile } from "../../problems/read-settings-file.ts";
import { findTokenHosts, isAtHost, type TokenHosts } from "./allowed-hosts.ts";
import type { OAuthClient } from "./oauth-client.ts";
import type { Provider } from "./provider.ts";

const entry = z.strictObject({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).nullish(),
  scopes: z.array(z.string()).nullish(),
  /** Hosts that the client may be sent to. Default: a built-in application's own hosts; none for an imported application. */
  tokenHosts: z.array(tokenHost).optional(),
});
/** By application slug, then by the authentication method's key or `*`. */
const file = z.record(z.string(), z.record(z.string(), entry));

/** The operator's clients, for companies without a client of their own. */
export interface OperatorClients {
  /** Null when there is no client that this application may use. */
  find(
    application: { slug: string; isBuiltIn: boolean },
    method: CatalogAuthentication,
    provider: Provider,
  ): OAuthClient | null;
  /** Whether the operator set a client for the method. `find` also checks where an imported application sends it. */
  has(application: { slug: string; isBuiltIn: boolean }, method: CatalogAuthentication): boolean;
}

/** Chooses the entry for a method, with the hosts that it may be sent to. */
type Choose = (
  application: { slug: string; isBuiltIn: boolean },
  method: CatalogAuthentication,
) => { found: z.infer<typeof entry>; allowed: TokenHosts } | null;

/** A client for every method of a built-in application, by slug. */
export type BuiltInClients = ReadonlyMap<string, { client?: z.input<typeof entry> | undefined }>;

/**
 * Reads the file of the setting `BOWLINE_OAUTH_CLIENTS`. Without a path there are no clients.
 *
 * @param builtIn clients of the setting `BOWLINE_APPLICATIONS`; a client of the file comes first
 * @throws ConfigError as `readSettingsFile` does
 */
export async function readOperatorClients(
  path: string | null,
  builtIn: BuiltInClients = new Map(),
): Promise<OperatorClients> {
  const clients = path === null ? {} : await readSettingsFile("BOWLINE_OAUTH_CLIENTS", path, file);
  const choose: Choose = ({ slug, isBuiltIn }, method) => {
    const methods = Object.hasOwn(clients, slug) ? (clients[slug] ?? {}) : {};
    const own = Object.hasOwn(methods, method.key) ? methods[method.key] : methods["*"];
    const found = own ?? (isBuiltIn ? builtIn.get(slug)?.client : undefined);
    const named = found?.tokenHosts && { tokenHosts: found.tokenHosts, discoveryUrl: null };
    const allowed = named ?? (isBuiltIn ? findTokenHosts(method) : null);
    return found === undefined || allowed === null ? null : { found, allowed };
  };
  return {
    has: (application, method) => choose(application, method) !== null,
    find(application, method, provider) {
      const chosen = choose(application, method);
      if (chosen === null) {
        return null;
      }
      const { found, allowed } = chosen;
      if (!(application.isBuiltIn || areAllHostsNamed(provider, allowed))) {
        return null;
      }
      const { clientId, clientSecret, scopes } = found;
      return {
        clientId,
        clientSecret: clientSecret ?? null,
        scopes: scopes ?? null,
        allowed,
        registration: null,
      };
    },
  };
}

/** A company decides where its imported applications send tokens, but not where the operator's secret is sent. */
function areAllHostsNamed(provider: Provider, { tokenHosts }: TokenHosts): boolean {
  const urls = [provider.tokenUrl, provider.refreshUrl, provider.revocationUrl];
  return urls.every((url) => url === null || isAtHost(url, tokenHosts));
}
