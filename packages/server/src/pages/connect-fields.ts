import type { CredentialField } from "@bowline/catalog";
import { html } from "hono/html";
import { cleanText } from "./clean-text.ts";
import { showLinkedText } from "./linked-text.ts";
import type { PageContent } from "./page-content.ts";

const maxHelpLength = 600;
const maxChoices = 300;

/** The prefix of the inputs' names, so that no field of an application can pass for one of ours. */
export const fieldPrefix = "fields.";

/** A field as it is shown. */
export interface ShownField {
  field: CredentialField;
  /** What was entered before. Always empty for a secret. */
  value: string;
  /** What is wrong with it; null: nothing. */
  issue: string | null;
}

/** Shows one field of an authentication method. Its texts come from the application's description, so they are not trusted. */
export function showField({ field, value, issue }: ShownField, index: number): PageContent {
  const id = `field-${index}`;
  const help = cleanText(field.description, maxHelpLength);
  const described = [help === "" ? [] : [`${id}-help`], issue === null ? [] : [`${id}-issue`]].flat();
  return html`<div class="field">
    <div class="caption">
      <label for="${id}">${cleanText(field.label) || cleanText(field.fieldName)}</label>
      ${isNeeded(field) ? null : html`<span class="quiet">optional</span>`}
    </div>
    ${showInput(
      field,
      value,
      html`id="${id}" name="${fieldPrefix + field.fieldName}"${
        described.length === 0 ? null : html` aria-describedby="${described.join(" ")}"`
      }${issue === null ? null : html` aria-invalid="true"`}${isNeeded(field) ? html` required` : null}`,
    )}
    ${issue === null ? null : html`<p class="issue" id="${id}-issue">${cleanText(issue, maxHelpLength)}</p>`}
    ${help === "" ? null : html`<p class="quiet" id="${id}-help">${showLinkedText(help)}</p>`}
  </div>`;
}

const isNeeded = (field: CredentialField): boolean => field.required && field.default === null;

/** PEM has several lines, which an input would join. */
const isPem = (field: CredentialField): boolean => field.pattern?.includes("-----BEGIN") === true;

/** Shows a select for a closed list of values, a text area for PEM, else an input. */
function showInput(field: CredentialField, value: string, attributes: PageContent): PageContent {
  if (field.secret) {
    return isPem(field)
      ? html`<textarea ${attributes} class="masked" rows="4" autocomplete="off" spellcheck="false"></textarea>`
      : html`<input ${attributes} type="password" autocomplete="off" spellcheck="false" />`;
  }
  const choices = field.type === "boolean" ? ["true", "false"] : field.enum;
  const shown = value === "" ? (field.default ?? "") : value;
  if (choices !== undefined && choices.length <= maxChoices) {
    return html`<select ${attributes}>
      ${shown === "" || !isNeeded(field) ? html`<option value="">${isNeeded(field) ? "Choose one" : ""}</option>` : null}
      ${choices.map((choice) => showOption(choice, choice === shown))}
    </select>`;
  }
  if (isPem(field)) {
    return html`<textarea ${attributes} rows="4" autocomplete="off" spellcheck="false">${shown}</textarea>`;
  }
  const mode = field.type === "number" ? html` inputmode="decimal"` : null;
  return html`<input ${attributes} type="text" value="${shown}"${mode} autocomplete="off" spellcheck="false" />`;
}

/** Shows one value of a select. */
export const showOption = (value: string, isChosen: boolean): PageContent =>
  html`<option value="${value}"${isChosen ? html` selected` : null}>${cleanText(value)}</option>`;
