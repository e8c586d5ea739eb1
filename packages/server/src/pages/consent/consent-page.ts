import type { Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import type { Kysely } from "kysely";
import type { Caller } from "../../db/callers.ts";
import { findCoveringGrant } from "../../db/oauth-grants.ts";
import type { Schema } from "../../db/schema.ts";
import { listToolsetRows, loadToolset, type ToolsetRow } from "../../db/toolsets.ts";
import { buildSignInPath, type FoundSession, findSession } from "../../identity/find-session-person.ts";
import { stateMark } from "../marks.ts";
import { showPage } from "../page.ts";
import { checkHost } from "../people/check-host.ts";
import { readOwnForm, showForeignForm } from "../people/page-form.ts";
import { showConsent } from "./consent-form.ts";
import type { ConsentRequest, ConsentRequests } from "./consent-request.ts";
import { chooseScopes, type GrantNarrowing, saveGrant } from "./save-grant.ts";

const path = "/oauth/interaction/:uid";
const maxToolsets = 200;

/** The parts of the server that the consent page uses. */
export interface ConsentParts {
  db: Kysely<Schema>;
  baseUrl: string;
  interactions: ConsentRequests;
  clock: () => number;
}

/** A request, and the person who is to decide about it. */
interface Asked {
  request: ConsentRequest;
  session: FoundSession;
  caller: Caller;
}

/** Mounts the page where a person allows or refuses a client's request (decisions D59). */
export function mountConsentPage(app: Hono, parts: ConsentParts): void {
  app.use(path, checkHost(parts.baseUrl));

  app.get(path, (context) =>
    withRequest(parts, context, async ({ request, session, caller }) => {
      const former = request.mustAsk ? undefined : await findFormerGrant(parts, request, caller);
      if (former !== undefined) {
        return endRequest(parts, context, request, caller, former);
      }
      const toolsets = await listToolsets(parts.db, request, caller);
      return toolsets === null
        ? showForeignToolset(context)
        : showConsent(context, parts.baseUrl, { request, session, caller, toolsets });
    }),
  );

  app.post(path, (context) =>
    withRequest(parts, context, async ({ request, session, caller }) => {
      const form = await readOwnForm(context, parts.baseUrl, session);
      if (form === null) {
        return showForeignForm(context);
      }
      if (form.get("decision") !== "allow") {
        return refuse(parts, context, request);
      }
      const toolsetId = request.resource.toolsetId ?? (form.get("toolsetId") || null);
      if (toolsetId !== null && (await loadOwnToolset(parts.db, toolsetId, caller)) === null) {
        return showForeignToolset(context);
      }
      const narrowing: GrantNarrowing = { toolsetId, isReadOnly: form.get("readOnly") !== null };
      const jti = await saveGrant(parts.db, parts.clock(), caller, request, narrowing);
      return endRequest(parts, context, request, caller, jti);
    }),
  );
}

/** Finds the request and its person. Others sign in first. */
async function withRequest(
  parts: ConsentParts,
  context: Context,
  decide: (asked: Asked) => Promise<Response>,
): Promise<Response> {
  const request = await parts.interactions.find(context.req.param("uid") ?? "", getCookie(context));
  if (request === null) {
    return showOver(context);
  }
  const session = await findSession(parts, context.req.header("cookie"));
  if (session === null || session.caller === null) {
    const returnTo = `/oauth/interaction/${encodeURIComponent(request.uid)}`;
    return context.redirect(buildSignInPath(parts.baseUrl, returnTo), 303);
  }
  return decide({ request, session, caller: session.caller });
}

/** The grant that this person gave this client before, when it covers the request (decisions D59). */
async function findFormerGrant(
  { db }: ConsentParts,
  { clientId, resource, address, scopes }: ConsentRequest,
  caller: Caller,
): Promise<string | undefined> {
  const { accountUserId } = caller;
  const wanted = { accountUserId, clientId, resource: resource.url, scopes: chooseScopes(scopes, caller) };
  return (await findCoveringGrant(db, { ...wanted, address }))?.jti;
}

async function endRequest(
  { interactions }: ConsentParts,
  context: Context,
  { uid }: ConsentRequest,
  { accountUserId }: Caller,
  grantJti: string,
): Promise<Response> {
  const address = await interactions.finish(uid, { kind: "allowed", accountUserId, grantJti });
  return address === null ? showOver(context) : context.redirect(address, 303);
}

async function refuse(
  { interactions }: ConsentParts,
  context: Context,
  { uid }: ConsentRequest,
): Promise<Response> {
  const reason = "the person refused";
  const address = await interactions.finish(uid, { kind: "refused", error: "access_denied", reason });
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
    html`<p>The program asks for a toolset that does not exist or belongs to somebody else.</p>
      <p class="quiet">Check the address that you gave to the program.</p>`,
    403,
    stateMark("failed"),
  );
