/** Writes a text in visible ASCII, as a header requires (RFC 9110 §5.5). Other characters become escapes, such as `\\u00e9`. */
export const escapeForHeader = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
