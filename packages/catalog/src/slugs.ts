import { hash } from "node:crypto";
import { applicationSlugPattern } from "./application-slug-pattern.ts";
import { shortenName } from "./shorten-name.ts";

export { applicationSlugPattern };

const maximumLength = 48;
const hashLength = 6;

export function isApplicationSlug(value: string): boolean {
  return applicationSlugPattern.test(value);
}

/** `issues/create`, `issuesCreate` and `Issues-Create` become `issues_create`. Empty for a name without Latin letters and digits. */
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

/** The prefix of an application's tool slugs: `google-drive` becomes `google_drive_`. */
export function toolSlugPrefix(applicationSlug: string): string {
  return `${applicationSlug.replace(/-+/g, "_").replace(/_$/, "")}_`;
}

/**
 * Removes the application's name from the beginning of an operation's name (decisions D20): `drive_files_list` of
 * `google-drive` becomes `files_list`.
 */
export function bareOperation(applicationSlug: string, name: string): string {
  const application = toolSlugPrefix(applicationSlug).slice(0, -1).split("_");
  const beginning = application.map((_, index) => `${application.slice(index).join("_")}_`);
  const repeated = beginning.find((words) => name.startsWith(words)) ?? "";
  return name.slice(repeated.length);
}

/** A slug that must change when another tool already has it. */
export interface ToolSlug {
  slug: string;
  /** `<application>_<operation>` before it is shortened. */
  fullName: string;
  /** Whether it is too long even when shortened, so that it ends with a hash. */
  isHashed: boolean;
}

/**
 * Makes a tool's slug (decisions D20): `<application>_<operation>` in snake case, 48 characters at most. A longer name is
 * shortened. If it is still too long, it is cut at a word and ends with `_` and 6 hexadecimal characters of the full name's SHA-256.
 *
 * @param operation the bare operation in snake case
 * @param essentialPart the part of the operation that is kept when the whole is too long
 */
export function toolSlug(
  applicationSlug: string,
  operation: string,
  essentialPart: string = operation,
): ToolSlug {
  const prefix = toolSlugPrefix(applicationSlug);
  const fullName = prefix + (operation || "operation");
  if (fullName.length <= maximumLength) {
    return { slug: fullName, fullName, isHashed: false };
  }
  const prefixWords = prefix.slice(0, -1).split("_");
  const slug = prefix + shortenName(essentialPart, maximumLength - prefix.length, prefixWords);
  const isHashed = slug.length > maximumLength;
  return { slug: isHashed ? closeWithHash(slug, fullName) : slug, fullName, isHashed };
}

/** The slug of earlier versions, which did not shorten names by words. An installation keeps it (decisions D20). */
export function cutToolSlug(applicationSlug: string, name: string): string {
  const fullName = toolSlugPrefix(applicationSlug) + name;
  return fullName.length <= maximumLength ? fullName : closeWithHash(fullName, fullName);
}

/** Cuts a slug at a word and appends a hash of `distinguishing`, so that equal names become different slugs. */
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
  // A cut in the first half would leave too little for a reader to distinguish two tools.
  return slug.slice(0, boundary > length / 2 ? boundary : length).replace(/_+$/, "");
}
