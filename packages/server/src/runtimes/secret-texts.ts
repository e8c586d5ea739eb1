import { encodeComponent } from "./percent-encode.ts";

export const masked = "***";

/** A shorter value would be found everywhere and protects nothing. */
const minLength = 4;
/** Base64 and hexadecimal of a shorter one may well stand in a text by chance. */
const minEncodedLength = 8;
/** Written the same in JSON, HTML and an address. */
const plain = /^[A-Za-z0-9._-]*$/;

/**
 * The spellings in which a secret may come back: as it is, escaped for JSON, HTML, a form or a URL, and in base64 or hexadecimal
 * by itself. `derived` are spellings the caller made itself, such as base64 of user and password.
 */
export function listSecretTexts(secretValues: readonly string[], derived: readonly string[]): string[] {
  const texts: string[] = [];
  for (const value of secretValues) {
    if (value.length < minLength) {
      continue;
    }
    texts.push(value);
    if (!plain.test(value)) {
      texts.push(...listEscapes(value));
    }
    if (value.length >= minEncodedLength) {
      texts.push(...listEncodings(value));
    }
  }
  for (const value of derived) {
    texts.push(value.replace(/=+$/, ""));
  }
  return texts;
}

function listEncodings(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  const base64 = bytes.toString("base64").replace(/=+$/, "");
  const base64url = bytes.toString("base64url");
  return base64 === base64url ? [base64, bytes.toString("hex")] : [base64, base64url, bytes.toString("hex")];
}

function listEscapes(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const percent = encodeComponent(value);
  const html = value
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
  const all = new Set([
    json,
    percent,
    percent.replace(/%../g, (triplet) => triplet.toLowerCase()),
    percent.replaceAll("%20", "+"),
    encodeURIComponent(value.toWellFormed()),
    encodeURI(value.toWellFormed()),
    html,
    new URLSearchParams([["", value]]).toString().slice(1),
    // A header's bytes are read as Latin-1, also where they are UTF-8.
    Buffer.from(value, "utf8").toString("latin1"),
  ]);
  all.delete(value);
  return [...all];
}

export function holdsSecret(text: string, secretTexts: readonly string[]): boolean {
  for (const secret of secretTexts) {
    if (text.includes(secret)) {
      return true;
    }
  }
  return false;
}

/** Replaces every secret; the longest first, since one may contain another. */
export function maskText(text: string, secretTexts: readonly string[]): string {
  if (!holdsSecret(text, secretTexts)) {
    return text;
  }
  let clean = text;
  for (const secret of secretTexts.toSorted((a, b) => b.length - a.length)) {
    clean = clean.replaceAll(secret, masked);
  }
  return clean;
}

/** Masks the strings, member names and numbers of a JSON value. */
export function maskValue(value: unknown, secretTexts: readonly string[]): unknown {
  if (typeof value === "string") {
    return maskText(value, secretTexts);
  }
  if (typeof value === "number") {
    return holdsSecret(String(value), secretTexts) ? masked : value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => maskValue(item, secretTexts));
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        maskText(name, secretTexts),
        maskValue(member, secretTexts),
      ]),
    );
  }
  return value;
}
