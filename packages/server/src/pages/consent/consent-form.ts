import type { Context } from "hono";
import { html } from "hono/html";
import type { ConsentRequest } from "../../access-tokens/consent-request.ts";
import { chooseMemberScopes } from "../../access-tokens/member-scopes.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { ToolsetRow } from "../../db/toolsets.ts";
import { buildSignInPath, type FoundSession } from "../../identity/find-session-person.ts";
import { cleanText } from "../clean-text.ts";
import { arrowMark, monogram, receiverMark } from "../marks.ts";
import { showPage } from "../page.ts";
import type { PageContent } from "../page-content.ts";
import { showRow } from "../page-rows.ts";
import { showFormToken } from "../people/page-form.ts";

/** What the page shows. */
interface ShownConsent {
  request: ConsentRequest;
  session: FoundSession;
  caller: Caller;
  toolsets: readonly ToolsetRow[];
  /** Null: this is the first time. */
  again: AskedAgain | null;
}

/** Why a person is asked again, and what they chose before. */
export interface AskedAgain extends ConsentChoice {
  reason: string;
}

/** What a person has chosen in the form. Its values are those of the fields. */
export interface ConsentChoice {
  resource: string;
  /** Empty: all connections and tools. */
  toolsetId: string;
  isReadOnly: boolean;
}

const firstChoice: ConsentChoice = { resource: "/v1", toolsetId: "", isReadOnly: false };

const scopesField = "scopes";

/** The scopes in words (decisions D59). */
const words: Record<string, string> = {
  "tools:read": "See the applications and tools",
  "tools:execute": "Execute tools through your connections",
  "connections:read": "See your connections",
  "connections:write": "Add, change and remove your connections",
  "toolsets:read": "See your toolsets",
  "toolsets:write": "Add, change and remove your toolsets",
  "history:read": "See the history of executions",
  admin: "Manage the company: applications, members, keys and clients",
  openid: "Know that it is you",
  offline_access: "Stay connected until you end it",
};

/** Shows who asks for what, and lets the person narrow it (decisions D59, D59a). */
export function showConsent(context: Context, baseUrl: string, shown: ShownConsent) {
  const { request, session, caller, toolsets, again } = shown;
  const program = cleanText(request.clientName);
  const chosen = again ?? firstChoice;
  return showPage(
    context,
    `Give ${program} access?`,
    html`<dl>
        ${showRow("Program", html`<b>${program}</b>`)}
        ${showDescriber(request)}
        ${showRow("Sends you back to", html`${describeTarget(request)}`)}
        ${showRow("You", html`<b>${caller.fullName}</b> <span class="quiet">${caller.email}</span> <a href="${buildSignInPath(baseUrl, `/oauth/interaction/${encodeURIComponent(request.uid)}`, { again: "true" })}">Not you?</a>`)}
        ${showRow("Company", html`<b>${caller.companyName}</b>`)}
        ${showRow("May", showScopes(chooseMemberScopes(request.scopes, caller)))}
      </dl>
      ${again === null ? null : html`<p class="notice problem" role="alert">${again.reason}</p>`}
      <p class="notice">Refuse if you did not start this yourself. The program can then act with your connections.</p>
      <form method="post">
        ${showFormToken(context, baseUrl, session)}
        <input type="hidden" name="${scopesField}" value="${listScopes(shown)}" />
        ${request.isResourceOpen ? showResources(baseUrl, toolsets, chosen) : null}
        ${showToolsets(request, toolsets, chosen)}
        <p class="check wide"><input type="checkbox" id="read-only" name="readOnly" value="true" ${chosen.isReadOnly ? "checked" : ""} /><label for="read-only">Only read: no tool that changes anything</label></p>
        <button name="decision" value="allow">Allow</button>
        <button class="secondary" name="decision" value="refuse" formnovalidate>Refuse</button>
      </form>`,
    again === null ? 200 : 409,
    html`<div class="pair">${monogram(program)}${arrowMark}${receiverMark("person")}</div>`,
    request.redirectUri === null ? [] : [readFormTarget(request.redirectUri)],
  );
}

const listScopes = ({ request, caller }: Pick<ShownConsent, "request" | "caller">): string =>
  chooseMemberScopes(request.scopes, caller).join(" ");

/** Whether the form gives the scopes that its page showed: the person may have got another role meanwhile. */
export const givesShownScopes = (
  form: URLSearchParams,
  asked: Pick<ShownConsent, "request" | "caller">,
): boolean => form.get(scopesField) === listScopes(asked);

/**
 * An MCP client that names no resource cannot use a token for the API, so the person says what it is for (decisions D57). The addresses
 * are shown whole, since they are what the person compares: a list that opens would cut the chosen one on a phone.
 */
const showResources = (
  baseUrl: string,
  toolsets: readonly ToolsetRow[],
  { resource }: ConsentChoice,
): PageContent => {
  const show = (path: string, label: PageContent) =>
    showRadio(
      { id: `resource-${path}`, name: "resource", value: path, isChecked: path === resource },
      html`${label} <span class="quiet">${baseUrl}${path}</span>`,
    );
  return html`<p class="wide" id="resources"><b>It calls</b> <span class="quiet">Choose the address that you gave to the program.</span></p>
    <div class="wide list" role="radiogroup" aria-labelledby="resources">
      ${show("/v1", html`the API`)}
      ${show("/mcp", html`MCP`)}
      ${toolsets.map(({ toolsetId, name }) => show(`/mcp/${toolsetId}`, html`MCP with the toolset <b>${name}</b>`))}
    </div>`;
};

function showToolsets(
  { resource }: ConsentRequest,
  toolsets: readonly ToolsetRow[],
  chosen: ConsentChoice,
): PageContent {
  const [fixed] = resource.toolsetId === null ? [] : toolsets;
  if (fixed !== undefined) {
    return html`<p class="wide">It gets the toolset <b>${fixed.name}</b> and nothing else.</p>`;
  }
  const show = (id: string, value: string, label: PageContent) =>
    showRadio(
      { id: `toolset-${id}`, name: "toolsetId", value, isChecked: value === chosen.toolsetId },
      label,
    );
  return html`<p class="wide" id="toolsets"><b>With</b></p>
    <div class="wide list" role="radiogroup" aria-labelledby="toolsets">
      ${show("all", "", html`all your connections and tools`)}
      ${toolsets.map(({ toolsetId, name }) => show(toolsetId, toolsetId, html`only the toolset <b>${name}</b>`))}
    </div>`;
}

interface RadioProps {
  id: string;
  name: string;
  value: string;
  isChecked: boolean;
}

/** None is checked when what was chosen is gone. The browser then asks for a choice: no other is made for the person. */
const showRadio = ({ id, name, value, isChecked }: RadioProps, label: PageContent): PageContent =>
  html`<p class="check wide"><input type="radio" id="${id}" name="${name}" value="${value}" required ${isChecked ? "checked" : ""} /><label for="${id}">${label}</label></p>`;

const showScopes = (scopes: readonly string[]): PageContent =>
  html`<ul>${scopes.map((scope) => html`<li>${words[scope] ?? scope} <code>${scope}</code></li>`)}</ul>`;

/** Anybody can give a program any name. A client that is known by a document belongs to the host where it lies (decisions D59a). */
const showDescriber = ({ clientId }: ConsentRequest): PageContent | null =>
  /^https:/i.test(clientId) ? showRow("Described by", html`${new URL(clientId).host}`) : null;

function describeTarget({ redirectUri }: ConsentRequest): string {
  if (redirectUri === null) {
    return "nowhere: the device goes on by itself";
  }
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : `a program on this machine (${protocol}//${host})`;
}

/** The origin, or the scheme of a program on this machine: browsers check it after the form is sent (decisions D59a). */
function readFormTarget(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? origin : protocol;
}
