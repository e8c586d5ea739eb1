import type { OpenFile } from "./open-files.ts";

/** Longer addresses are not followed. */
const maximumAddress = 2000;

/** Where a document is. */
export interface DocumentAddress {
  /** Where it was found, after redirects. Only files of this origin are followed. */
  documentUrl: string;
  /** What its references are resolved against: its `$self`, else `documentUrl`. */
  base: string;
}

/** A place in the document itself, or in a file of its origin. */
export type ReferenceTarget = { own: string } | { url: string; fragment: string };

/**
 * Resolves a reference against the place where it stands. Null: it is not followed, since it leads to another origin, has a user name, or is
 * no address.
 *
 * @param file the file that has the reference; null: the document itself
 */
export function resolveReference(
  reference: string,
  file: OpenFile | null,
  { documentUrl, base }: DocumentAddress,
): ReferenceTarget | null {
  if (file === null && reference.startsWith("#")) {
    return { own: reference };
  }
  const url = reference.length > maximumAddress ? null : URL.parse(reference, file?.base ?? base);
  if (url === null || url.origin !== new URL(documentUrl).origin || url.username + url.password !== "") {
    return null;
  }
  const fragment = url.hash.slice(1);
  url.hash = "";
  if (url.href.length > maximumAddress) {
    return null;
  }
  const isOwn = [documentUrl, base].some((own) => own.split("#", 1)[0] === url.href);
  return isOwn ? { own: `#${fragment}` } : { url: url.href, fragment };
}
