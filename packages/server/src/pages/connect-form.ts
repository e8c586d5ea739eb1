import type { Context } from "hono";
import { html } from "hono/html";
import type { Problem } from "../api-error.ts";
import type { AuthenticationEntry } from "../catalog/company-catalog.ts";
import { listLinkEnvironments, type OpenLink } from "../connect/links/open-link.ts";
import { cleanText } from "./clean-text.ts";
import { fieldPrefix, type ShownField, showField, showOption } from "./connect-fields.ts";
import { showLinkedText } from "./linked-text.ts";
import { applicationIcon, arrowMark, receiverMark } from "./marks.ts";
import { showPage } from "./page.ts";
import type { PageContent } from "./page-content.ts";
import { showReceiver, showRow } from "./page-rows.ts";

const maxHelpLength = 600;

/** What the form shows. */
export interface ConnectForm {
  link: OpenLink;
  method: AuthenticationEntry;
  formToken: string;
  /** The hosts that the credentials are sent to. */
  hosts: readonly string[];
  /** What was entered before, by the inputs' names. Secrets are not shown again. */
  entered: URLSearchParams;
  problems: readonly Problem[];
}

/** Shows the page of a connect link: who gets the connection, the methods, and the form of one method. */
export function showConnectForm(
  context: Context,
  baseUrl: string,
  form: ConnectForm,
  status: 200 | 400 | 403 = 200,
) {
  const { link, method, hosts, problems } = form;
  const { application, owner } = link;
  const name = cleanText(application.name);
  const fields = listFields(form);
  const environments = listLinkEnvironments(link, method);
  const general = problems.filter((problem) => !isShownAtInput(problem, environments, fields));
  return showPage(
    context,
    `Connect ${name}`,
    html`<dl>
        ${showRow("Receiver", showReceiver(owner, owner.companyName))}
        ${link.renewedName === null ? null : showRow("Renews", html`${cleanText(link.renewedName)}`)}
        ${link.name === null ? null : showRow(link.renewedName === null ? "Connection" : "New name", html`${cleanText(link.name)}`)}
        ${hosts.length === 0 ? null : showRow("Used at", html`${cleanText(hosts.join(", "), maxHelpLength)}`)}
      </dl>
      <p class="notice">Go on only if you expected this link and want to give this receiver access. The agents and programs of
        ${cleanText(owner.fullName)} can then act with your ${name} account.</p>
      ${general.length === 0 ? null : showProblems(general)}
      ${link.methods.length === 1 ? null : showMethods(link.methods, method, name)}
      ${showForm(form, fields, name)}
      ${
        link.returnUrl === null
          ? null
          : html`<p class="quiet after">You then go back to ${new URL(link.returnUrl).host}.</p>`
      }`,
    status,
    html`<div class="pair">${applicationIcon(baseUrl, application.slug)}${arrowMark}${receiverMark(owner.kind)}</div>`,
    listFormTargets(link, method),
  );
}

/**
 * Lists where the form may lead, because browsers check each redirect after it. A provider redirects to wherever it likes; the form
 * of a sign-in contains no secret.
 */
function listFormTargets({ returnUrl }: OpenLink, method: AuthenticationEntry): string[] {
  if (method.type === "oauth2") {
    return ["https:", "http:"];
  }
  return returnUrl === null ? [] : [new URL(returnUrl).origin];
}

/** A person who signs in enters no secrets. */
function listFields({ method, entered, problems }: ConnectForm): ShownField[] {
  const fields = method.type === "oauth2" ? method.fields.filter((field) => !field.secret) : method.fields;
  const secrets = fields.filter((field) => field.secret);
  return fields.map((field) => ({
    field,
    value: field.secret ? "" : (entered.get(fieldPrefix + field.fieldName) ?? ""),
    issue:
      problems.find((problem) => problem.field === `fields.${field.fieldName}`)?.issue ??
      // The application's refusal of all credentials is shown at the only secret.
      (field.secret && secrets.length === 1 ? problems.find(isAboutAll)?.issue : undefined) ??
      null,
  }));
}

const isAboutAll = ({ field }: Problem): boolean => field === "fields";

function isShownAtInput(
  problem: Problem,
  environments: readonly string[],
  fields: readonly ShownField[],
): boolean {
  if (problem.field === "environment") {
    return environments.length > 1;
  }
  const isSecretAlone = fields.filter(({ field }) => field.secret).length === 1;
  return isAboutAll(problem)
    ? isSecretAlone
    : fields.some(({ field }) => problem.field === `fields.${field.fieldName}`);
}

const showProblems = (problems: readonly Problem[]): PageContent =>
  html`<div class="notice problem" role="alert">
    ${problems.slice(0, 10).map(({ issue }) => html`<p>${cleanText(issue, maxHelpLength)}</p>`)}
  </div>`;

const showMethods = (
  methods: readonly AuthenticationEntry[],
  chosen: AuthenticationEntry,
  applicationName: string,
): PageContent =>
  html`<h2 id="methods">How do you want to connect?</h2>
    <nav class="choices" aria-labelledby="methods">
      ${methods.map(
        (method) =>
          html`<a href="?method=${method.authenticationId}"${
            method === chosen ? html` aria-current="true"` : null
          }>${
            method.type === "oauth2"
              ? html`Sign in at ${applicationName} <span class="quiet">${cleanText(method.name)}</span>`
              : cleanText(method.name)
          }</a>`,
      )}
    </nav>`;

function showForm(
  { method, formToken, link, entered, problems }: ConnectForm,
  fields: ShownField[],
  name: string,
) {
  const description = cleanText(method.description, maxHelpLength);
  const environments = listLinkEnvironments(link, method);
  return html`<form method="post">
    <input type="hidden" name="token" value="${formToken}" />
    <input type="hidden" name="method" value="${method.authenticationId}" />
    ${description === "" ? null : html`<p class="quiet wide">${showLinkedText(description)}</p>`}
    ${environments.length === 1 ? null : showEnvironments(environments, entered, problems)}
    ${fields.map(showField)}
    ${link.isDefault === null ? showDefaultChoice(entered, name) : null}
    <button name="decision" value="connect">${
      method.type === "oauth2" ? `Sign in at ${name} to connect` : "Connect"
    }</button>
    <button class="secondary" name="decision" value="refuse" formnovalidate>Refuse</button>
  </form>`;
}

function showEnvironments(
  environments: readonly string[],
  entered: URLSearchParams,
  problems: readonly Problem[],
): PageContent {
  const issue = problems.find(({ field }) => field === "environment")?.issue;
  return html`<div class="field">
    <div class="caption"><label for="environment">Environment</label></div>
    <select id="environment" name="environment">
      ${environments.map((name) => showOption(name, name === entered.get("environment")))}
    </select>
    ${issue === undefined ? null : html`<p class="issue">${cleanText(issue, maxHelpLength)}</p>`}
  </div>`;
}

const showDefaultChoice = (entered: URLSearchParams, name: string): PageContent =>
  html`<div class="field check">
    <input id="is-default" type="checkbox" name="isDefault" value="true"${
      entered.get("isDefault") === "true" ? html` checked` : null
    } />
    <label for="is-default">Use this connection for ${name} whenever no other is named</label>
  </div>`;
