/** Reads a JSON Pointer, such as `/data/items` (RFC 6901). */
export const readPointer = (pointer: string): string[] => pointer.split("/").slice(1).map(unescapePart);

/**
 * Reads a JSON Pointer in the fragment of an address, such as `#/data/first%20name` (RFC 6901, section 6). A part that is not encoded well
 * is taken as it is.
 */
export const readFragment = (fragment: string): string[] =>
  fragment
    .split("/")
    .slice(1)
    .map((part) => unescapePart(decodePart(part)));

const unescapePart = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
