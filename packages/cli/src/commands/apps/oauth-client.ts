import { readSecret } from "../../auth/read-secret.ts";
import { UsageError } from "../../errors.ts";
import type { Session } from "../../session.ts";

export interface OAuthClientFlags {
  /** The authentication's id; not needed when the application has one OAuth method. */
  method?: number;
  clientId?: string;
  /** It has no secret. */
  public?: boolean;
  scope: string[];
  remove?: boolean;
}

/** Sets the company's own OAuth client at an application. The secret is asked for, or comes from stdin. */
export async function setOAuthClient(
  session: Session,
  slug: string,
  { method, clientId, public: isPublic, scope, remove }: OAuthClientFlags,
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
    const response = await wait("Removing", () => applications.deleteOAuthClient(slug, authenticationId));
    output.printDone(`The OAuth client of ${slug} was removed.`, response);
    return;
  }
  if (clientId === undefined) {
    throw new UsageError("Give the client's id with --client-id, or --remove.");
  }
  const clientSecret = isPublic === true ? null : await readSecret(session, "Client secret");
  const client = await wait("Saving", () =>
    applications.setOAuthClient(slug, authenticationId, {
      clientId,
      clientSecret,
      ...(scope.length > 0 && { scopes: scope }),
    }),
  );
  output.printDone(`${slug} now uses the OAuth client ${clientId}.`, client);
}
