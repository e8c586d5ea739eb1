import { readSecret } from "../../auth/read-secret.ts";
import { confirmOrStop } from "../../confirm.ts";
import { UsageError } from "../../errors.ts";
import type { Session } from "../../session.ts";
import { describeSetter } from "./oauth-clients.ts";

export interface OAuthClientFlags {
  /** The authentication's id; not needed when the application has one OAuth method. */
  method?: number;
  clientId?: string;
  /** It has no secret. */
  public?: boolean;
  scope: string[];
  tokenHost: string[];
  remove?: boolean;
  yes?: boolean;
}

/**
 * Sets the company's own OAuth client at an application. The secret is asked for, or comes from stdin. Without a client's id it
 * shows what an Admin needs to register one.
 */
export async function setOAuthClient(
  session: Session,
  slug: string,
  { method, clientId, public: isPublic, scope, tokenHost, remove, yes }: OAuthClientFlags,
): Promise<void> {
  const { bowline, output, wait } = session;
  const { applications } = bowline();
  const { authentications } = await wait("Reading the catalog", () => applications.get(slug));
  const fitting = authentications.filter(
    ({ authenticationId, type }) =>
      type.startsWith("oauth2") && (method ?? authenticationId) === authenticationId,
  );
  const [found, ...others] = fitting;
  if (found === undefined || others.length > 0) {
    const list = fitting.map(({ authenticationId, name }) => `${authenticationId} ${name}`).join(", ");
    throw new UsageError(
      found === undefined ? `${slug} has no such OAuth method.` : `Choose with --method: ${list}.`,
    );
  }
  const { authenticationId } = found;
  if (remove === true) {
    const question = `Remove the OAuth client of ${slug}? The tokens of its connections can no longer be renewed.`;
    await confirmOrStop(session, question, yes);
    const response = await wait("Removing", () => applications.deleteOAuthClient(slug, authenticationId));
    output.printDone(`The OAuth client of ${slug} was removed.`, response);
    return;
  }
  if (clientId === undefined) {
    if (isPublic === true || scope.length > 0 || tokenHost.length > 0) {
      throw new UsageError("Give the client's id with --client-id.");
    }
    await showNeeds(session, authenticationId);
    return;
  }
  const clientSecret = isPublic === true ? null : await readSecret(session, "Client secret");
  const client = await wait("Saving", () =>
    applications.setOAuthClient(slug, authenticationId, {
      clientId,
      clientSecret,
      ...(scope.length > 0 && { scopes: scope }),
      ...(tokenHost.length > 0 && { tokenHosts: tokenHost }),
    }),
  );
  output.printDone(`${slug} now uses the OAuth client ${clientId}.`, client);
}

/** Shows whose client a method uses, and what to register one with. */
async function showNeeds({ bowline, output, wait }: Session, method: number): Promise<void> {
  const client = await wait("Reading the clients", async () => {
    for await (const one of bowline().applications.listOAuthClients()) {
      if (one.authenticationId === method) {
        return one;
      }
    }
    throw new UsageError("Nobody signs in with this method. Give the client's id with --client-id.");
  });
  output.printRecord(client, {
    app: ({ applicationSlug }) => applicationSlug,
    method: ({ authenticationId }) => authenticationId,
    name: ({ authenticationName }) => authenticationName,
    "set by": describeSetter,
    "client id": ({ clientId }) => clientId,
    "redirect address": ({ redirectUri }) => redirectUri,
    scopes: ({ scopes, defaultScopes }) => scopes ?? defaultScopes,
    "token hosts": ({ defaultTokenHosts }) => defaultTokenHosts ?? "name them with --token-host",
    documentation: ({ documentationUrl }) => documentationUrl,
  });
}
