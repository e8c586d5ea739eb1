import { hash } from "node:crypto";

/**
 * Draws the first letter of an application's slug on a color that stays the same for that slug.
 *
 * @param slug as `applicationSlugPattern` has it, so that it needs no escaping
 */
export function renderMonogram(slug: string): string {
  const hue = Number.parseInt(hash("sha256", slug, "hex").slice(0, 4), 16) % 360;
  const letter = slug.charAt(0).toUpperCase();
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" role="img">' +
    `<rect width="24" height="24" rx="5" fill="hsl(${hue} 45% 40%)"/>` +
    '<text x="12" y="16.5" text-anchor="middle" font-family="system-ui,sans-serif" font-size="13" font-weight="600" fill="#fff">' +
    `${letter}</text></svg>`
  );
}
