import { ApiError, type Problem } from "../../api-error.ts";
import type { AuthenticationEntry } from "../../catalog/company-catalog.ts";
import type { OpenLink } from "../../connect/links/open-link.ts";
import { LinkOverError, useUpLink } from "../../connect/links/use-up-link.ts";
import type { SentFields } from "../../connections/check-fields.ts";
import { claimConnectLink, failConnectLink, releaseConnectLink } from "../../db/connections/connect-links.ts";
import { makeDefault } from "../../db/connections/default-connections.ts";
import { isReferenceGone } from "../../db/sql-state.ts";
import type { Deps } from "../../deps.ts";
import { changeConnection } from "./change-connection.ts";
import { requestSignIn } from "./request-sign-in.ts";
import { type StoredConnection, storeConnection } from "./store-connection.ts";

/** How often credentials may be sent by one link. */
const maxAttempts = 20;
/** For the checks beside the call that tries the credentials. */
const spareSeconds = 60;

/** What a person entered on the page of a connect link. */
export interface ConnectChoice {
  method: AuthenticationEntry;
  environment: string;
  fields: SentFields;
  isDefault: boolean;
  /** SHA-256 of the browser's cookie. */
  browserHash: Buffer;
}

/**
 * What became of it. `busy`: another request is using the link. `over`: it was used, had too many attempts, or what it was made for was
 * deleted.
 */
export type ConnectOutcome =
  | ({ kind: "connected" } & Pick<StoredConnection, "warning">)
  | { kind: "signIn"; signInUrl: string }
  | { kind: "refused"; problems: readonly Problem[] }
  | { kind: "busy" }
  | { kind: "over" };

/**
 * Stores a connection for the link's owner, or begins a sign-in (decisions D51). The rules are those of `createConnection` and
 * `getSignInUrl`. The link is used up in the transaction that stores the connection.
 */
export async function useConnectLink(
  deps: Deps,
  link: OpenLink,
  choice: ConnectChoice,
): Promise<ConnectOutcome> {
  const { kysely } = deps.db;
  const seconds = Math.ceil(deps.config.toolTimeoutMs / 1000) + spareSeconds;
  const claimed = await claimConnectLink(kysely, link.linkHash, choice.browserHash, seconds);
  if (claimed === null) {
    return { kind: "busy" };
  }
  const outcome = await connect(deps, link, choice, claimed.claim);
  if (outcome.kind === "connected" || outcome.kind === "over") {
    return outcome;
  }
  await releaseConnectLink(kysely, link.linkHash, claimed.claim);
  if (claimed.attempts < maxAttempts) {
    return outcome;
  }
  await failConnectLink(kysely, link.linkHash, "Too many attempts.");
  return { kind: "over" };
}

async function connect(
  deps: Deps,
  link: OpenLink,
  choice: ConnectChoice,
  claim: string,
): Promise<ConnectOutcome> {
  try {
    return await beginOrStore(deps, link, choice, claim);
  } catch (error) {
    const isGone = isReferenceGone(error) || (error instanceof ApiError && error.code === "NOT_FOUND");
    if (error instanceof LinkOverError || isGone) {
      return { kind: "over" };
    }
    if (error instanceof ApiError) {
      return { kind: "refused", problems: listRefusal(deps, link, error) };
    }
    // A fault of the server must not keep the link claimed.
    await releaseConnectLink(deps.db.kysely, link.linkHash, claim);
    throw error;
  }
}

async function beginOrStore(
  deps: Deps,
  link: OpenLink,
  { method, environment, fields, isDefault }: ConnectChoice,
  claim: string,
): Promise<ConnectOutcome> {
  const { linkHash, owner, name, renewedConnectionId } = link;
  const given = renewedConnectionId === null ? fields : onlyThese(method, fields);
  const body = {
    applicationSlug: link.application.slug,
    authenticationId: method.authenticationId,
    environment,
    name,
    isDefault,
    fields: given,
  };
  if (method.type === "oauth2") {
    const wanted = { ...body, connectionId: renewedConnectionId };
    const { signInUrl } = await requestSignIn(deps, owner, wanted, linkHash);
    return { kind: "signIn", signInUrl };
  }
  const stored =
    renewedConnectionId === null
      ? storeConnection(deps, owner, body, (transaction, id) =>
          useUpLink(transaction, linkHash, { claim }, id),
        )
      : changeConnection(
          deps,
          owner,
          renewedConnectionId,
          { name, fields: given },
          async (transaction, connection) => {
            await useUpLink(transaction, linkHash, { claim }, renewedConnectionId);
            if (isDefault) {
              await makeDefault(transaction, connection);
            }
          },
        );
  const { connectionId, warning } = await stored;
  const { accountUserId } = owner;
  const message = renewedConnectionId === null ? "connected by a link" : "renewed by a link";
  deps.log.info({ connectionId, accountUserId }, message);
  return { kind: "connected", warning };
}

function listRefusal({ log }: Deps, link: OpenLink, error: ApiError): readonly Problem[] {
  if (error.code !== "CONFLICT") {
    return error.details ?? [{ field: "", issue: error.message }];
  }
  // The message is for an Admin: there is no OAuth client, or the provider cannot be reached.
  log.warn({ applicationSlug: link.application.slug, reason: error.message }, "a link cannot be used");
  return [notPossible];
}

/**
 * What the person entered replaces all fields. A stored address must not stay unseen, since the credentials would be sent there.
 * A sign-in takes no secrets.
 */
const onlyThese = ({ type, fields }: AuthenticationEntry, entered: SentFields): SentFields =>
  Object.fromEntries(
    fields
      .filter(({ secret }) => type !== "oauth2" || !secret)
      .map(({ fieldName }) => [fieldName, entered[fieldName] ?? null]),
  );

const notPossible: Problem = {
  field: "",
  issue:
    "This way to connect does not work at present. Choose another one, or tell whoever sent you this link.",
};
