import { html } from "hono/html";
import { cleanText } from "./clean-text.ts";
import type { PageContent } from "./page-content.ts";

/** Who gets a connection. */
export interface Receiver {
  fullName: string;
  email: string;
  kind: "person" | "service";
}

/** Shows a row of a definition list. */
export const showRow = (name: string, value: PageContent): PageContent =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** Shows who gets a connection: name, e-mail address and kind (decisions D79). */
export const showReceiver = ({ fullName, email, kind }: Receiver, companyName: string): PageContent =>
  html`<b>${cleanText(fullName)}</b> <span class="quiet">${cleanText(email)}</span> ${
    kind === "person"
      ? html`<span class="quiet">A person at <b>${cleanText(companyName)}</b></span>`
      : html`<span class="quiet">A service member of <b>${cleanText(companyName)}</b>: a program, not a person</span>`
  }`;

/** Shows a link to where the person can go on, as a button. */
export const showWay = (
  address: string,
  text: string,
  rank: "primary" | "secondary" = "primary",
): PageContent =>
  html`<p><a class="${rank === "primary" ? "button" : "button secondary"}" href="${address}">${text}</a></p>`;
