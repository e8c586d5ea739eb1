/** The parameter of a media type that states the charset of a text. */
export const charsetParameter = /;\s*charset\s*=\s*"?([^\s;"]+)"?/i;

/** Returns the charset that a media type states, in small letters; undefined: none. */
export const readStatedCharset = (contentType: string): string | undefined =>
  charsetParameter.exec(contentType)?.[1]?.toLowerCase();

/** Returns the charset that a byte order mark tells; undefined: the text begins with none. */
export function findMarkedCharset(body: Buffer): "utf-8" | "utf-16le" | "utf-16be" | undefined {
  const mark = body.length < 2 ? 0 : body.readUInt16BE(0);
  if (mark === 0xfffe || mark === 0xfeff) {
    return mark === 0xfffe ? "utf-16le" : "utf-16be";
  }
  return mark === 0xefbb && body[2] === 0xbf ? "utf-8" : undefined;
}
