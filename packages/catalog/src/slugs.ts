import { hash } from "node:crypto";

/** What an application's slug looks like (decisions D20). */
export const applicationSlugPattern: RegExp = /^[a-z][a-z0-9-]{0,31}$/;

/** What a tool's slug looks like (decisions D20). */
export const toolSlugPattern: RegExp = /^[a-z][a-z0-9_]{0,47}$/;

const maximumLength = 48;
const hashLength = 6;

export function isApplicationSlug(value: string): boolean {
  return applicationSlugPattern.test(value);
}

export function isToolSlug(value: string): boolean {
  return toolSlugPattern.test(value);
}

/** `issues/create`, `issuesCreate` and `Issues-Create` become `issues_create`; empty when nothing of the name is left. */
export function toSnakeCase(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
}

/** The words an application's tool slugs begin with: `google-drive` becomes `google_drive_`. */
export function toolSlugPrefix(applicationSlug: string): string {
  return `${applicationSlug.replace(/-+/g, "_").replace(/_$/, "")}_`;
}

/**
 * The slug of a tool (decisions D20): `<application>_<operation>` in snake case, 48 characters at most. A longer name is
 * cut at a word and closed with `_` and 6 hexadecimal characters of the full name's SHA-256.
 */
export function toolSlug(applicationSlug: string, operation: string): string {
  const full = toolSlugPrefix(applicationSlug) + (toSnakeCase(operation) || "operation");
  return full.length <= maximumLength ? full : closeWithHash(full, full);
}

/** Cuts a slug at a word and closes it with a hash of `distinguishing`, so that equal names become different slugs. */
export function closeWithHash(slug: string, distinguishing: string): string {
  const room = maximumLength - hashLength - 1;
  const digest = hash("sha256", distinguishing, "hex").slice(0, hashLength);
  return `${cutAtWord(slug, room)}_${digest}`;
}

function cutAtWord(slug: string, length: number): string {
  if (slug.length <= length) {
    return slug;
  }
  const boundary = slug.lastIndexOf("_", length);
  // A boundary in the first half would leave nothing to tell two tools apart by reading.
  return slug.slice(0, boundary > length / 2 ? boundary : length).replace(/_+$/, "");
}
