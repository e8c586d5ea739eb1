import type { Context, Hono } from "hono";
import { html } from "hono/html";
import type { AuthenticationEntry } from "../catalog/company-catalog.ts";
import { buildFormToken, buildReturnUrl, isFormToken } from "../connect/links/link-token.ts";
import { listLinkHosts } from "../connect/links/list-link-hosts.ts";
import {
  type ClosedLink,
  listLinkEnvironments,
  type OpenLink,
  openLink,
} from "../connect/links/open-link.ts";
import { type ConnectLinkRow, failConnectLink } from "../db/connections/connect-links.ts";
import type { Deps } from "../deps.ts";
import { hashToken } from "../identity/token.ts";
import { useConnectLink } from "../operations/connections/use-connect-link.ts";
import { keepBrowserToken, keepLinkToken, readBrowserToken } from "./browser-cookie.ts";
import { cleanText } from "./clean-text.ts";
import { fieldPrefix } from "./connect-fields.ts";
import { type ConnectForm, showConnectForm } from "./connect-form.ts";
import { stateMark } from "./marks.ts";
import { showPage } from "./page.ts";
import { readForm } from "./read-form.ts";

const connectPath = "/connect/:token";
/** Several long keys or certificates. */
const maxFormBytes = 64 * 1024;
const maxWarningLength = 600;

/**
 * Mounts the page of a connect link (decisions D51). The link is the authority: nobody signs in to us. Opening the page does not use
 * the link up, so programs that preview links do no harm.
 */
export function mountConnectPage(app: Hono, deps: Deps): void {
  app.get(connectPath, (context) => showLink(deps, context, context.req.param("token")));
  app.post(connectPath, (context) => takeForm(deps, context, context.req.param("token")));
}

async function showLink(deps: Deps, context: Context, token: string) {
  const link = await openLink(deps, token);
  const isWaiting = context.req.query("wait") !== undefined;
  if (link.kind !== "open") {
    const browserToken = readBrowserToken(context, deps.config.baseUrl);
    return isWaiting && link.kind === "over" && wasUsedBy(link.row, browserToken)
      ? showConnected(context, link.row)
      : showClosed(context, link, browserToken);
  }
  if (isWaiting && link.isClaimed) {
    return showBusy(context);
  }
  const method = chooseMethod(link, context.req.query("method")) ?? link.methods[0];
  return showForm(deps, context, link, method, { entered: new URLSearchParams(), problems: [] });
}

/** Checks what the form sent and uses the link. */
async function takeForm(deps: Deps, context: Context, token: string) {
  const link = await openLink(deps, token);
  const browserToken = readBrowserToken(context, deps.config.baseUrl);
  if (link.kind !== "open") {
    return showClosed(context, link, browserToken);
  }
  const entered = await readForm(context, maxFormBytes);
  if (entered === null) {
    return showTooLarge(context);
  }
  const method = chooseMethod(link, entered.get("method") ?? undefined);
  const environments = method === undefined ? [] : listLinkEnvironments(link, method);
  const environment = entered.get("environment") ?? environments[0] ?? "";
  if (method === undefined || !environments.includes(environment)) {
    return showForm(deps, context, link, method ?? link.methods[0], { entered, problems: [notOffered] }, 400);
  }
  const shown = {
    linkToken: link.token,
    authenticationId: method.authenticationId,
    // The person must have been shown where the credentials go, even if the application was changed meanwhile (decisions D73).
    hosts: await listLinkHosts(deps.db, link, method),
  };
  if (browserToken === null || !isFormToken(entered.get("token"), { ...shown, browserToken })) {
    return showForm(deps, context, link, method, { entered, problems: [outdated] }, 403);
  }
  if (entered.get("decision") === "refuse") {
    return refuse(deps, context, link);
  }
  const outcome = await useConnectLink(deps, link, {
    method,
    environment,
    fields: readFields(entered),
    isDefault: link.isDefault ?? entered.get("isDefault") === "true",
    browserHash: hashToken(browserToken),
  });
  switch (outcome.kind) {
    case "connected":
      return showConnected(context, link, outcome.warning);
    case "signIn":
      keepLinkToken(context, deps.config.baseUrl, link.token);
      return context.redirect(outcome.signInUrl, 303);
    case "refused":
      return showForm(deps, context, link, method, { entered, problems: outcome.problems }, 400);
    case "busy":
      return showBusy(context);
    case "over":
      return showClosed(context, await openLink(deps, link.token), browserToken);
  }
}

async function refuse(deps: Deps, context: Context, link: OpenLink) {
  if (!(await failConnectLink(deps.db.kysely, link.linkHash, "It was refused on the page."))) {
    return showBusy(context);
  }
  deps.log.info({ accountUserId: link.owner.accountUserId }, "connect link refused");
  return link.returnUrl === null
    ? showPage(
        context,
        "Not connected",
        html`<p>You refused. Nothing was stored.</p><p class="quiet">You can close this page.</p>`,
        200,
        stateMark("failed"),
      )
    : context.redirect(buildReturnUrl(link.returnUrl, "refused"), 303);
}

async function showForm(
  deps: Deps,
  context: Context,
  link: OpenLink,
  method: AuthenticationEntry | undefined,
  { entered, problems }: Pick<ConnectForm, "entered" | "problems">,
  status: 200 | 400 | 403 = 200,
) {
  if (method === undefined) {
    return showClosed(context, { kind: "unknown" }, null);
  }
  const hosts = await listLinkHosts(deps.db, link, method);
  const formToken = buildFormToken({
    linkToken: link.token,
    browserToken: keepBrowserToken(context, deps.config.baseUrl),
    authenticationId: method.authenticationId,
    hosts,
  });
  const form = { link, method, formToken, hosts, entered, problems };
  return showConnectForm(context, deps.config.baseUrl, form, status);
}

const outdated = {
  field: "",
  issue:
    "This form is out of date, or your browser sent no cookie. Look at the page again, and enter it again.",
};
const notOffered = { field: "", issue: "This link does not offer that. Choose again." };

const chooseMethod = ({ methods }: OpenLink, id: string | undefined): AuthenticationEntry | undefined =>
  methods.find(({ authenticationId }) => String(authenticationId) === id);

/** Reads the application's fields. An empty input is no value. */
function readFields(entered: URLSearchParams): Record<string, string> {
  const given = [...entered].filter(([name, value]) => name.startsWith(fieldPrefix) && value !== "");
  // Browsers send each line of a text area with CRLF.
  return Object.fromEntries(
    given.map(([name, value]) => [name.slice(fieldPrefix.length), value.replaceAll("\r\n", "\n")]),
  );
}

const wasUsedBy = ({ status, browserHash }: ConnectLinkRow, browserToken: string | null): boolean =>
  status === "confirmed" && browserToken !== null && browserHash?.equals(hashToken(browserToken)) === true;

const showConnected = (
  context: Context,
  { returnUrl, owner }: Pick<ConnectLinkRow, "returnUrl" | "owner">,
  /** Why the credentials were not tried. Null: they were. Undefined: it is not known any more. */
  warning?: string | null,
) =>
  returnUrl === null
    ? showPage(
        context,
        warning === null ? "Connected" : "Saved",
        html`<p><b>${cleanText(owner?.fullName ?? "The receiver")}</b> can use the connection now.</p>
          ${warning == null ? "" : html`<p>${cleanText(warning, maxWarningLength)}</p>`}
          <p class="quiet">You can close this page.</p>`,
        200,
        stateMark("done"),
      )
    : context.redirect(buildReturnUrl(returnUrl, "connected"), 303);

/** Another request tries the credentials. The page looks again by itself, for example after a double click. */
function showBusy(context: Context) {
  context.header("refresh", "2; url=?wait=1");
  return showPage(
    context,
    "One moment",
    html`<p>What was entered is being tried at the application.</p>
      <p class="quiet">This page shows the result by itself.</p>`,
    409,
  );
}

const showTooLarge = (context: Context) =>
  showPage(
    context,
    "Too much was sent",
    html`<p>The form is larger than ${maxFormBytes / 1024} KiB, or came without its length. Go back and enter less.</p>`,
    413,
    stateMark("failed"),
  );

/**
 * Tells nothing about a link that is unknown or was used, but that it worked, in the browser that used it: there the response may
 * have been lost.
 */
function showClosed(context: Context, link: ClosedLink | OpenLink, browserToken: string | null) {
  if (link.kind === "over" && wasUsedBy(link.row, browserToken)) {
    return showPage(
      context,
      "This link was used",
      html`<p>You have connected with it, in this browser. It works once.</p>
        <p class="quiet">You can close this page.</p>`,
      410,
      stateMark("done"),
    );
  }
  if (link.kind === "notSetUp") {
    const name = cleanText(link.applicationName);
    return showPage(
      context,
      "This link does not work yet",
      html`<p>Signing in at ${name} is not set up yet. Tell whoever sent you this link: an Admin there has to enter an OAuth
          client for ${name} first.</p>
        <p class="quiet">Then open the link again, or ask for a new one.</p>`,
      409,
      stateMark("failed"),
    );
  }
  return showPage(
    context,
    "This link does not work",
    html`<p>${link.kind === "gone" ? link.reason : "It is unknown, was already used or refused, was tried too often, or has expired."}</p>
      <p class="quiet">Ask for a new one where you got it. You can close this page.</p>`,
    link.kind === "unknown" ? 404 : 410,
    stateMark("failed"),
  );
}
