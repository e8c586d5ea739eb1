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

/**
 * Decodes a text. A byte order mark counts for more than the charset beside it (WHATWG Encoding §6): `utf-16` says nothing of the order.
 *
 * @param stated the charset of its media type
 */
export function decodeBody(body: Buffer, stated: string | undefined): string {
  const isUtf8Stated = stated === undefined || /^utf-?8$/.test(stated);
  const charset = findMarkedCharset(body) ?? (isUtf8Stated ? findOwnCharset(body) : stated);
  if (charset !== undefined) {
    try {
      return new TextDecoder(charset).decode(body);
    } catch {
      // An unknown charset is read as UTF-8.
    }
  }
  return body.toString("utf8");
}

/** What an XML declaration says, where the media type names no charset. */
export function findOwnCharset(body: Buffer): string | undefined {
  if (body[0] !== 0x3c) {
    return undefined;
  }
  return /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(body.toString("latin1", 0, 200))?.[1];
}
