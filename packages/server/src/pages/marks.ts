import { html } from "hono/html";
import { buildPath } from "../build-path.ts";
import type { PageContent } from "./page-content.ts";

/** The loop of a bowline. The upper strand is drawn twice, first as a gap in the background color. */
export const bowlineMark = (size: number): PageContent =>
  html`<svg width="${size}" height="${size}" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="4.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">
    <path d="M16 3c1 11 22 16 22 30a14 12.5 0 0 1-28 0" />
    <path class="gap" d="M10 33C10 19 31 14 32 3" /><path d="M10 33C10 19 31 14 32 3" />
  </svg>`;

/** The loop on a tile, for a browser's tab. As SVG. */
export const tabIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#0b5d8a"/>' +
  '<g transform="translate(8 7)" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">' +
  '<path d="M16 3c1 11 22 16 22 30a14 12.5 0 0 1-28 0"/>' +
  '<path d="M10 33C10 19 31 14 32 3" stroke="#0b5d8a" stroke-width="10" stroke-linecap="butt"/><path d="M10 33C10 19 31 14 32 3"/>' +
  "</g></svg>";

/** The tab's icon as an address, which needs no request. Pages with it permit `img-src data:`. */
export const tabIconAddress = `data:image/svg+xml,${encodeURIComponent(tabIcon)}`;

/** Shows an application's icon, as `GET /icons/{applicationSlug}.svg` returns it. */
export const applicationIcon = (baseUrl: string, slug: string): PageContent =>
  html`<img class="icon" src="${buildPath(baseUrl, `/icons/${slug}.svg`)}" width="44" height="44" alt="" />`;

/** Draws the first letter of a name on a color derived from it: an icon that needs no image of another site. */
export function monogram(name: string): PageContent {
  const [letter = "?"] = name.trim().toUpperCase();
  let hue = 0;
  for (const character of name) {
    hue = (hue * 31 + (character.codePointAt(0) ?? 0)) % 360;
  }
  return html`<svg width="44" height="44" viewBox="0 0 44 44" aria-hidden="true" focusable="false">
    <rect width="44" height="44" rx="11" fill="hsl(${hue} 45% 38%)" />
    <text x="22" y="29.5" text-anchor="middle" font-family="system-ui, sans-serif" font-size="21" font-weight="600" fill="#fff">${letter}</text>
  </svg>`;
}

/** Draws the outline of a person or of a machine. */
export const receiverMark = (kind: "person" | "service"): PageContent =>
  html`<svg width="44" height="44" viewBox="0 0 44 44" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">
    <rect x="1.2" y="1.2" width="41.6" height="41.6" rx="10" stroke-opacity=".35" />
    ${
      kind === "person"
        ? html`<circle cx="22" cy="17" r="5.5" /><path d="M11.5 33c1.5-6 5.5-8.5 10.5-8.5S31 27 32.5 33" />`
        : html`<rect x="12" y="15.5" width="20" height="15" rx="4" /><path d="M22 15.5v-5M18 22v2M26 22v2" />`
    }
  </svg>`;

export const arrowMark: PageContent = html`<svg width="26" height="14" viewBox="0 0 26 14" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="M1 7h23M18 1.5 24 7l-6 5.5" /></svg>`;

/** Draws a check mark or an exclamation mark. */
export const stateMark = (state: "done" | "failed"): PageContent =>
  html`<span class="state ${state}"><svg width="44" height="44" viewBox="0 0 44 44" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">
    <circle cx="22" cy="22" r="19.5" stroke-opacity=".35" />
    ${state === "done" ? html`<path d="m14 22.5 5.5 5.5L30.5 17" />` : html`<path d="M22 13v11M22 30.5v.1" />`}
  </svg></span>`;
