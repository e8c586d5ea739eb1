import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { splitIssued } from "../../connections/connection-secrets.ts";
import { draftConnection } from "../../connections/draft-connection.ts";
import { listHosts } from "../../connections/list-origins.ts";
import { sealSecrets } from "../../connections/open-secrets.ts";
import { findLinkEnd } from "../../db/connections/connect-links.ts";
import type { ConnectionRow } from "../../db/connections/connections.ts";
import type { DeletedConnection } from "../../db/connections/delete-connections.ts";
import {
  claimState,
  endSignIn,
  findSignInFailure,
  holdForConfirmation,
  loadDroppedSignIn,
  type SignInRow,
} from "../../db/connections/sign-ins.ts";
import type { Database } from "../../db/open-database.ts";
import { createToken, hashToken } from "../../identity/token.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { noClientCode, type PreparedProviderCall, prepareDescribedCall } from "../provider/provider-call.ts";
import { ProviderError } from "../provider/provider-error.ts";
import type { IssuedTokens } from "../provider/provider-exchange.ts";
import { storeClient } from "../provider/stored-client.ts";
import { exchangeCode } from "../provider/token-endpoint.ts";
import { revokeNow } from "../tokens/revoke-deleted.ts";
import { findAccount } from "./account-label.ts";
import { checkIssuer, checkNotRefused, checkSender, readRedirect } from "./check-redirect.ts";
import { describeConfirmation, type ToConfirm } from "./describe-confirmation.ts";
import { clientChanged, deletedMeanwhile } from "./is-offered.ts";
import { checkNotMoved, type Description, loadDescription } from "./load-description.ts";
import { redirectUri } from "./redirect-uri.ts";
import { type PlannedRevocation, revokeUnlessConfirmed } from "./revoke-unless-confirmed.ts";
import {
  type HeldSecrets,
  openSignIn,
  type PendingSecrets,
  sealSignIn,
  signInMinutes,
} from "./sign-in-secrets.ts";

/** A sign-in that ended without a connection. `over`: its state is unknown, used or expired, or it was deleted with its application. */
export interface NotSignedIn {
  kind: "over" | "failed";
  /** The reason in one sentence, unescaped; empty for `over`. */
  reason: string;
  /** Where the browser goes afterward; null: nowhere. */
  returnUrl: string | null;
  /** The person did not give consent, here or at the application. */
  isRefusal: boolean;
  /** The connect link that it was begun from; null: none. */
  link: SignInLink | null;
}

/** The connect link that a sign-in was begun from. */
interface SignInLink {
  linkHash: Buffer;
  /** No other sign-in can be begun there. */
  isOver: boolean;
}

/** A sign-in that is unknown, was used, or has expired. */
export const signInOver: NotSignedIn = {
  kind: "over",
  reason: "",
  returnUrl: null,
  isRefusal: false,
  link: null,
};

/** Says why a sign-in cannot go on: it has failed, for example since its connection was deleted, or it is not known. */
export async function explainEnd(
  { kysely }: Pick<Database, "kysely">,
  by: Parameters<typeof findSignInFailure>[1],
): Promise<NotSignedIn> {
  const failure = await findSignInFailure(kysely, by);
  if (failure === null) {
    return signInOver;
  }
  const { error: reason, returnUrl, linkHash } = failure;
  return {
    kind: "failed",
    reason,
    returnUrl,
    isRefusal: false,
    link: await loadSignInLink(kysely, linkHash),
  };
}

/** @param linkHash the link that a sign-in was begun from; null: none */
export const loadSignInLink = async (
  db: Database["kysely"],
  linkHash: Buffer | null,
): Promise<SignInLink | null> =>
  linkHash && { linkHash, isOver: (await findLinkEnd(db, linkHash)) !== undefined };

/**
 * Names the account of a connection that is not stored yet, by a call of the application's own. Null when there is no such call, or it
 * fails.
 */
export type NameAccount = (application: ApplicationEntry, draft: ConnectionRow) => Promise<string | null>;

/** The redirect of a provider. */
export interface ArrivedRedirect {
  /** Its query. */
  parameters: URLSearchParams;
  /** The address that the browser came to, without its query. */
  arrivedAt: string;
  /** Identifies the browser that may confirm. */
  browserToken: string;
}

/**
 * Completes a sign-in when the browser returns: exchanges the code and stores the sealed tokens until they are confirmed.
 *
 * @param nameAccount asked when the provider does not say whose account it is
 */
export async function completeSignIn(
  parts: ConnectParts,
  nameAccount: NameAccount,
  redirect: ArrivedRedirect,
): Promise<ToConfirm | NotSignedIn> {
  const stateHash = hashToken(redirect.parameters.get("state") ?? "");
  const signIn = await claimState(parts.db.kysely, stateHash);
  if (signIn === null) {
    return explainEnd(parts.db, { stateHash });
  }
  try {
    return await holdTokens(parts, nameAccount, signIn, redirect);
  } catch (error) {
    const reason = error instanceof ProviderError ? error.message : "The server failed.";
    const isRefusal = error instanceof ProviderError && error.code === "access_denied";
    await endSignIn(parts.db.kysely, signIn.stateHash, { status: "failed", error: reason, isRefusal });
    if (error instanceof ProviderError) {
      return {
        kind: "failed",
        reason,
        returnUrl: signIn.returnUrl,
        isRefusal,
        link: await loadSignInLink(parts.db.kysely, signIn.linkHash),
      };
    }
    throw error;
  }
}

async function holdTokens(
  parts: ConnectParts,
  nameAccount: NameAccount,
  signIn: SignInRow,
  { parameters, arrivedAt, browserToken }: ArrivedRedirect,
): Promise<ToConfirm> {
  const {
    origins,
    scopes = [],
    redirectUri: expectedAt = redirectUri(parts.config.baseUrl),
    clientId,
    ...pending
  } = await openSignIn<PendingSecrets>(parts.vault, signIn);
  checkSender(arrivedAt === expectedAt);
  const description = await loadDescription(parts, signIn);
  checkNotMoved(origins, description.describeOrigins(signIn.fields));
  const loaded = await loadDroppedSignIn(parts.db.kysely, signIn.stateHash);
  if (loaded === null) {
    throw new ProviderError("refused", deletedMeanwhile);
  }
  const call = await prepareCall(parts, { ...loaded, sealedOrigins: origins }, clientId);
  checkIssuer(call.provider, parameters.get("iss"));
  checkNotRefused(parameters);
  const redirected = readRedirect(call.provider, parameters);
  const planned: PlannedRevocation[] = [];
  const tokens = await exchangeCode(call, {
    parameters,
    redirectUri: expectedAt,
    ...pending,
    async onIssued(issued) {
      const kept = { ...issued.kept, ...redirected };
      const { fields, held } = splitTokens(signIn, description, issued, kept);
      planned.push(await revokeUnlessConfirmed(parts, loaded, { ...signIn, fields }, call, held));
    },
  });
  const issuedAtMs = parts.clock();
  const brought = { ...tokens.kept, ...redirected };
  const sealedOrigins = description.describeOrigins({ ...signIn.fields, ...brought });
  const account = await findAccount({ ...call, sealedOrigins }, { ...call.fields, ...brought }, tokens);
  const split = splitTokens(signIn, description, tokens, { ...brought, ...account.kept });
  const accountLabel =
    account.label ??
    (await nameAccount(description.application, await draftSignedIn(parts, signIn, split, description)));
  const confirmationToken = createToken();
  const isHeld = await holdForConfirmation(parts.db.kysely, signIn.stateHash, {
    accountLabel,
    fields: split.fields,
    sealedSecrets: await sealSignIn(parts.vault, signIn.companyId, signIn.stateHash, {
      ...split.held,
      lifetimeSeconds: tokens.lifetimeSeconds,
      issuedAtMs,
      revocationJobIds: planned.flatMap(({ jobIds }) => jobIds),
      client: loaded.client && storeClient(loaded.client),
    }),
    confirmationHash: hashToken(confirmationToken),
    browserHash: hashToken(browserToken),
    minutes: signInMinutes,
  });
  if (!isHeld) {
    await Promise.all(planned.map(({ dropped, jobIds }) => revokeNow(parts, dropped, jobIds)));
    throw new ProviderError("refused", deletedMeanwhile);
  }
  return {
    ...describeConfirmation(signIn, call, scopes, accountLabel),
    confirmationToken,
    hosts: listHosts(sealedOrigins),
  };
}

/**
 * Prepares the exchange with the client that the code is for.
 *
 * @param clientId undefined: not known
 * @throws ProviderError
 */
async function prepareCall(
  parts: ConnectParts,
  signIn: DeletedConnection,
  clientId: string | undefined,
): Promise<PreparedProviderCall> {
  const call = await prepareDescribedCall(parts, signIn, {}).catch((error: unknown) => {
    const isRemoved = error instanceof ProviderError && error.code === noClientCode;
    throw isRemoved ? new ProviderError("refused", clientChanged) : error;
  });
  if (clientId !== undefined && clientId !== call.client.clientId) {
    throw new ProviderError("refused", clientChanged);
  }
  return call;
}

/** What a provider has issued, as a connection would have it. */
interface SplitTokens {
  /** All open fields of the connection. */
  fields: Record<string, string>;
  /** Its secret fields, and the origins that they are sent to. */
  held: Pick<HeldSecrets, "secrets" | "origins">;
}

/** @param kept what came beside the tokens, by field name */
function splitTokens(
  signIn: SignInRow,
  { describeOrigins }: Description,
  tokens: Pick<IssuedTokens, "accessToken" | "refreshToken">,
  kept: Readonly<Record<string, string>>,
): SplitTokens {
  const { open, secret } = splitIssued(signIn.method, tokens, kept);
  const fields = { ...signIn.fields, ...open };
  return { fields, held: { secrets: secret, origins: describeOrigins(fields, secret) } };
}

/** Builds the connection that the tokens would make. Its id is no stored one's. */
async function draftSignedIn(
  { vault, clock }: ConnectParts,
  { accountUserId, companyId, applicationId, authenticationId, method, environment, isDefault }: SignInRow,
  { fields, held }: SplitTokens,
  { toolServers, application }: Description,
): Promise<ConnectionRow> {
  const place = { companyId, connectionId: 0 };
  const connection = {
    ...place,
    ...(await sealSecrets(vault, place, held.origins, held.secrets)),
    accountUserId,
    applicationId,
    application,
    authenticationId,
    method,
    environment,
    isDefault,
    fields: { ...fields },
    toolServers,
    name: "",
    accountLabel: null,
  };
  return draftConnection(connection, clock());
}
