const unreservedOnly = /^[A-Za-z0-9._~-]*$/;

/** Percent-encodes everything but RFC 3986 unreserved characters. */
export function encodeComponent(text: string): string {
  if (unreservedOnly.test(text)) {
    return text;
  }
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, toHex);
}

/**
 * Reserved expansion of RFC 6570 §3.2.3: keeps reserved characters and percent-encoded triplets. It still encodes `#`, `&`, `+`
 * and brackets, which end the query, begin another parameter, mean a space, or are not allowed in a query
 * (OpenAPI 3.1.1 §4.8.12.2).
 */
export function encodeReserved(text: string): string {
  return encodeLiteral(text).replace(/[#&+]/g, toHex);
}

/** The same for the value of a query's parameter. Some applications begin another parameter at `;`, too. */
export const encodeReservedInQuery = (text: string): string => encodeReserved(text).replaceAll(";", "%3B");

/**
 * Encodes what may not stand in a path or query (RFC 3986 §3.3, §3.4), such as a space or a letter beyond ASCII. Reserved characters and
 * percent-encoded triplets stay: the text is a part of an address that a description already wrote.
 */
export function encodeLiteral(text: string): string {
  return encodeURI(text.toWellFormed()).replace(/%25([0-9A-Fa-f]{2})/g, "%$1");
}

/**
 * Encodes only what may not stand in a cookie (RFC 6265 §4.1.1), such as a space, and a percent sign that begins no triplet. A person copies a
 * cookie's value from a browser, as the application set it: encoded again, `s%3A1` would be another one.
 */
export const encodeInCookie = (text: string): string =>
  text.toWellFormed().replace(/%(?![\dA-Fa-f]{2})|[^!#-+\--:<-[\]-~]+/g, encodeURIComponent);

function toHex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
