import { html } from "hono/html";
import type { PageContent } from "./page-content.ts";

/** A part between backticks, or an address without the punctuation after it. */
const marked = /`([^`]+)`|(https:\/\/[^\s<>"'`()[\]]*[^\s<>"'`()[\].,;:!?])/g;
/** What may stand in a link: no user before the host, no letters that look like others, no port, no part that is left open. */
const plainAddress =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?:[/?#][\w\-.~/?#&=%+!$,;:]*)?$/;
/** Addresses that are examples only (RFC 2606 §3), and the punycode of other letters (RFC 5891 §4). */
const exampleOrPunycode =
  /^https:\/\/(?:[^/?#]*\.)?(?:example\.(?:com|net|org)|[^/?#]*\.(?:example|test|invalid))(?:[/?#]|$)|^https:\/\/[^/?#]*xn--/;
const introducesExample = /(?:such as|like|for example|e\.g\.)[ :]*$/i;

/**
 * Shows a text of somebody else: the parts between backticks as code, and addresses as links. The text of a link is the address that it
 * leads to, and only a plain https address of ASCII letters becomes one, so that none can pass for another (decisions D79a).
 */
export function showLinkedText(text: string): PageContent {
  const parts: (PageContent | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(marked)) {
    const [whole, code] = match;
    const before = text.slice(end, match.index);
    parts.push(before);
    end = match.index + whole.length;
    if (code !== undefined) {
      parts.push(html`<code>${code}</code>`);
    } else {
      parts.push(isLinked(whole) && !introducesExample.test(before) ? showLink(whole) : whole);
    }
  }
  return html`${[...parts, text.slice(end)]}`;
}

const isLinked = (address: string): boolean => plainAddress.test(address) && !exampleOrPunycode.test(address);

/** The page that it leads to learns nothing of the link that this page was opened with. */
const showLink = (address: string): PageContent =>
  html`<a href="${address}" target="_blank" rel="noreferrer">${address}</a>`;
