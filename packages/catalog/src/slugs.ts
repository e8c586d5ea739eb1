import { hash } from "node:crypto";
import { shortenName } from "./shorten-name.ts";

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
 * An operation's name without the application's name at its beginning (decisions D20): `drive_files_list` of `google-drive` is
 * `files_list`.
 */
export function bareOperation(applicationSlug: string, name: string): string {
  const application = toolSlugPrefix(applicationSlug).slice(0, -1).split("_");
  const beginning = application.map((_, index) => `${application.slice(index).join("_")}_`);
  const repeated = beginning.find((words) => name.startsWith(words)) ?? "";
  return name.slice(repeated.length);
}

/** A slug that may have to be changed, because another tool has it. */
export interface ToolSlug {
  slug: string;
  /** `<application>_<operation>` in full; what fits is not shortened. */
  fullName: string;
}

/**
 * The slug of a tool (decisions D20): `<application>_<operation>` in snake case, 48 characters at most. A longer name is shortened,
 * and what is still too long is cut at a word and closed with `_` and 6 hexadecimal characters of the full name's SHA-256.
 *
 * @param operation the bare operation in snake case
 * @param telling what of a too long operation is worth keeping
 */
export function toolSlug(applicationSlug: string, operation: string, telling: string = operation): ToolSlug {
  const prefix = toolSlugPrefix(applicationSlug);
  const fullName = prefix + (operation || "operation");
  if (fullName.length <= maximumLength) {
    return { slug: fullName, fullName };
  }
  const said = prefix.slice(0, -1).split("_");
  const slug = prefix + shortenName(telling, maximumLength - prefix.length, said);
  return { slug: slug.length <= maximumLength ? slug : closeWithHash(slug, fullName), fullName };
}

/** The slug that a tool had before names were shortened by words: an installation keeps it (decisions D20). */
export function cutToolSlug(applicationSlug: string, name: string): string {
  const fullName = toolSlugPrefix(applicationSlug) + name;
  return fullName.length <= maximumLength ? fullName : closeWithHash(fullName, fullName);
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
