import type { Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import type { Kysely } from "kysely";
import type { ConsentRequest, ConsentRequests } from "../../access-tokens/consent-request.ts";
import { chooseMemberScopes } from "../../access-tokens/member-scopes.ts";
import { readPath } from "../../access-tokens/resources.ts";
import { buildPath } from "../../build-path.ts";
import { findCoveringGrant } from "../../db/authorization/oauth-grants.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Schema } from "../../db/schema.ts";
import { listToolsetRows, loadToolset, type ToolsetRow } from "../../db/toolsets.ts";
import { buildSignInPath, type FoundSession, findSession } from "../../identity/find-session-person.ts";
import type { Logger } from "../../log/logger.ts";
import { stateMark } from "../marks.ts";
import { showPage } from "../page.ts";
import { checkHost } from "../people/check-host.ts";
import { readOwnForm, showForeignForm } from "../people/page-form.ts";
import { type AskedAgain, type ConsentChoice, givesShownScopes, showConsent } from "./consent-form.ts";
import { type GrantNarrowing, saveGrant } from "./save-grant.ts";

const path = "/oauth/interaction/:uid";
const maxToolsets = 200;

/** The parts of the server that the consent page uses. */
export interface ConsentParts {
  db: Kysely<Schema>;
  baseUrl: string;
  consents: ConsentRequests;
  clock: () => number;
  log: Logger;
}

/** A request, and the person who is to decide about it. */
interface Asked {
  request: ConsentRequest;
  session: FoundSession;
  caller: Caller;
}

/** A grant, and its resource as it names it. */
interface GivenGrant {
  jti: string;
  address: string;
}

/** Mounts the page where a person allows or refuses a client's request (decisions D59). */
export function mountConsentPage(app: Hono, parts: ConsentParts): void {
  app.use(path, checkHost(parts.baseUrl));

  app.get(path, (context) =>
    withRequest(parts, context, async ({ request, session, caller }) => {
      const former = request.mustAsk ? undefined : await findFormerGrant(parts, request, caller);
      if (former !== undefined) {
        return endRequest(parts, context, { request, session, caller }, former);
      }
      if (request.isSilent) {
        return refuse(parts, context, request, "consent_required", "the person must be asked");
      }
      return askPerson(parts, context, { request, session, caller });
    }),
  );

  app.post(path, (context) =>
    withRequest(parts, context, async ({ request, session, caller }) => {
      const form = await readOwnForm(context, parts.baseUrl, session);
      if (form === null) {
        return showForeignForm(context);
      }
      if (form.get("decision") !== "allow") {
        parts.log.info(
          { clientId: request.clientId, accountUserId: caller.accountUserId },
          "a person refused a client",
        );
        return refuse(parts, context, request, "access_denied", "the person refused");
      }
      const asked = { request, session, caller };
      const choice = readChoice(form);
      if (!givesShownScopes(form, asked)) {
        return askPerson(parts, context, asked, { reason: roleChanged, ...choice });
      }
      const chosen = chooseResource(parts.baseUrl, request, choice.resource);
      const toolsetId = chosen.resource.toolsetId ?? (choice.toolsetId || null);
      if (toolsetId !== null && (await loadOwnToolset(parts.db, toolsetId, caller)) === null) {
        return askPerson(parts, context, asked, { reason: toolsetGone, ...choice });
      }
      const narrowing: GrantNarrowing = { toolsetId, isReadOnly: choice.isReadOnly };
      const jti = await saveGrant(parts.db, parts.clock(), caller, chosen, narrowing);
      if (jti === null) {
        return toolsetId === null
          ? context.redirect(buildPath(parts.baseUrl, buildRequestPath(request)), 303)
          : askPerson(parts, context, asked, { reason: toolsetGone, ...choice });
      }
      const { accountUserId } = caller;
      const { clientId, scopes, resource } = chosen;
      parts.log.info(
        { clientId, accountUserId, scopes, resource: resource.url, ...narrowing },
        "a person allowed a client",
      );
      return endRequest(parts, context, asked, { jti, address: chosen.address });
    }),
  );
}

const readChoice = (form: URLSearchParams): ConsentChoice => ({
  resource: form.get("resource") ?? "",
  toolsetId: form.get("toolsetId") ?? "",
  isReadOnly: form.get("readOnly") !== null,
});

const roleChanged = "Your role has changed since this page was opened. Read again what the program may do.";
/** Or it never was the person's. */
const toolsetGone = "The toolset that you chose is not there any more. Choose again.";

/** Shows what the person decides. */
async function askPerson(
  { db, baseUrl }: ConsentParts,
  context: Context,
  asked: Asked,
  again: AskedAgain | null = null,
): Promise<Response> {
  const toolsets = await listToolsets(db, asked.request, asked.caller);
  return toolsets === null
    ? showForeignToolset(context)
    : showConsent(context, baseUrl, { ...asked, toolsets, again });
}

/** Finds the request and its person. Others sign in first. */
async function withRequest(
  parts: ConsentParts,
  context: Context,
  decide: (asked: Asked) => Promise<Response>,
): Promise<Response> {
  const request = await parts.consents.find(context.req.param("uid") ?? "", getCookie(context));
  if (request === null) {
    return showOver(context);
  }
  const session = await findSession(parts, context.req.header("cookie"));
  const isRecent =
    session !== null && session.signedInMs >= (request.signedInAfterMs ?? Number.NEGATIVE_INFINITY);
  if (session !== null && session.caller !== null && isRecent) {
    return decide({ request, session, caller: session.caller });
  }
  if (request.isSilent) {
    return refuse(parts, context, request, "login_required", "the person must sign in");
  }
  const returnTo = buildRequestPath(request);
  const hint = request.loginHint === null ? {} : { email: request.loginHint };
  // A person who is signed in and has only to choose a company is sent there by the sign-in page.
  const again = isRecent ? {} : { again: "true" as const };
  return context.redirect(buildSignInPath(parts.baseUrl, returnTo, { ...hint, ...again }), 303);
}

const buildRequestPath = ({ uid }: Pick<ConsentRequest, "uid">): string =>
  `/oauth/interaction/${encodeURIComponent(uid)}`;

/** The request with the resource that the person chose, where the client named none. */
function chooseResource(baseUrl: string, request: ConsentRequest, chosen: string): ConsentRequest {
  const resource = request.isResourceOpen && chosen ? readPath(baseUrl, chosen) : null;
  return resource === null ? request : { ...request, resource, address: resource.url };
}

/** The grant that this person gave this client before, when it covers the request and they could still give it (decisions D59). */
async function findFormerGrant(
  { db }: ConsentParts,
  { clientId, resource, address, isResourceOpen, scopes }: ConsentRequest,
  caller: Caller,
): Promise<GivenGrant | undefined> {
  const { accountUserId } = caller;
  const wanted = {
    accountUserId,
    clientId,
    resource: resource.url,
    scopes: chooseMemberScopes(scopes, caller),
  };
  const grant = await findCoveringGrant(db, { ...wanted, address: isResourceOpen ? null : address });
  return grant !== undefined && chooseMemberScopes(grant.scopes, caller).length === grant.scopes.length
    ? { jti: grant.jti, address: isResourceOpen ? grant.resource : address }
    : undefined;
}

async function endRequest(
  { consents }: ConsentParts,
  context: Context,
  { request, session, caller }: Asked,
  { jti, address }: GivenGrant,
): Promise<Response> {
  const next = await consents.finish(request.uid, getCookie(context), {
    kind: "allowed",
    accountUserId: caller.accountUserId,
    grantJti: jti,
    address,
    signedInMs: session.signedInMs,
  });
  return next === null ? showOver(context) : context.redirect(next, 303);
}

async function refuse(
  { consents }: ConsentParts,
  context: Context,
  { uid }: ConsentRequest,
  error: "access_denied" | "login_required" | "consent_required",
  reason: string,
): Promise<Response> {
  const address = await consents.finish(uid, getCookie(context), { kind: "refused", error, reason });
  return address === null ? showOver(context) : context.redirect(address, 303);
}

/** Lists the toolsets to choose from; null when the request is for a toolset that is not the person's. */
async function listToolsets(
  db: Kysely<Schema>,
  { resource }: ConsentRequest,
  caller: Caller,
): Promise<readonly ToolsetRow[] | null> {
  if (resource.toolsetId === null) {
    const page = { offset: 0, top: maxToolsets };
    return (await listToolsetRows(db, caller.accountUserId, page)).rows;
  }
  const toolset = await loadOwnToolset(db, resource.toolsetId, caller);
  return toolset === null ? null : [toolset];
}

async function loadOwnToolset(
  db: Kysely<Schema>,
  toolsetId: string,
  { accountUserId }: Caller,
): Promise<ToolsetRow | null> {
  const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(toolsetId);
  const toolset = isId ? await loadToolset(db, toolsetId.toLowerCase()) : null;
  return toolset?.accountUserId === accountUserId ? toolset : null;
}

const showOver = (context: Context) =>
  showPage(
    context,
    "This request is over",
    html`<p>It is unknown, was already decided, belongs to another browser, or has expired.</p>
      <p class="quiet">Start it again in the program that asks for access.</p>`,
    400,
    stateMark("failed"),
  );

const showForeignToolset = (context: Context) =>
  showPage(
    context,
    "This toolset is not yours",
    html`<p>The program asks for a toolset that does not exist, was deleted, or belongs to somebody else.</p>
      <p class="quiet">Give the program the address of a toolset of yours.</p>`,
    403,
    stateMark("failed"),
  );
