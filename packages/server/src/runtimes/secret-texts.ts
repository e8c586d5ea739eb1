import { type DecodedText, decodeText } from "./decode-text.ts";
import { isExactNumber } from "./exact-number.ts";
import { findSecrets, isSecretNumber } from "./find-secrets.ts";

export const masked = "***";

/** A shorter value would match everywhere and protect nothing. */
export const minSecretLength = 4;
/** Base64 and hexadecimal of a shorter value may occur in a text by chance. */
const minEncodedLength = 8;
/** Longer ones are signed tokens and certificates, which say nothing in other letters. */
const maxRecasedLength = 256;

/**
 * Lists the spellings in which a response may repeat a secret: unchanged, all in capital or all in small letters, in a form, in a
 * header's bytes, in base64, alone or inside a longer text, and in hexadecimal. `find-secrets.ts` finds each of them in any escapes. `derived` are spellings that the caller
 * built, such as base64 of user and password.
 */
export function listSecretTexts(secretValues: readonly string[], derived: readonly string[]): string[] {
  const texts: string[] = [];
  for (const value of secretValues) {
    if (value.length < minSecretLength) {
      continue;
    }
    texts.push(value);
    if (!plain.test(value)) {
      addSpellings(texts, value);
    }
    if (value.length >= minEncodedLength) {
      addEncodings(texts, value);
    }
    if (value.length >= minEncodedLength && value.length <= maxRecasedLength) {
      // Such as the hexadecimal digits of a UUID, which are as good in capital letters.
      texts.push(...[value.toUpperCase(), value.toLowerCase()].filter((recased) => recased !== value));
    }
  }
  for (const value of derived) {
    texts.push(value.replace(/=+$/, ""));
  }
  return texts;
}

/** Values of these characters are written the same everywhere. */
const plain = /^[A-Za-z0-9._~-]*$/;

function addSpellings(texts: string[], value: string): void {
  addDecoded(texts, value);
  if (value.includes(" ")) {
    texts.push(value.replaceAll(" ", "+"));
  }
  if (/[^\0-\x7f]/.test(value)) {
    texts.push(value.toWellFormed());
    // A header's bytes are read as Latin-1, even if they are UTF-8.
    texts.push(Buffer.from(value, "utf8").toString("latin1"));
  }
}

/** A secret that looks like an escape is changed when the text around it is decoded. */
const isOfUse = (decoded: ReturnType<typeof decodeText>): decoded is DecodedText =>
  decoded !== null && decoded !== "tooMany" && decoded.text.length >= minSecretLength;

function addDecoded(texts: string[], value: string): void {
  let decoded = decodeText(value, "all");
  for (let level = 0; level < 3 && isOfUse(decoded); level++) {
    texts.push(decoded.text);
    decoded = decodeText(decoded.text, "all");
  }
}

/** Adds base64 at each of the three offsets in a group, and hexadecimal. */
function addEncodings(texts: string[], value: string): void {
  // Two bytes before it shift the value in its group; leaving out one or both gives the other offsets.
  const shifted = Buffer.from(`\0\0${value}`);
  const size = shifted.length - 2;
  const alone = shifted.toString("base64", 2);
  addBase64(texts, alone.slice(0, Math.ceil((size * 8) / 6)));
  if (size % 3 !== 0) {
    addBase64(texts, alone.slice(0, Math.floor((size * 8) / 6)));
  }
  addBase64(texts, shifted.toString("base64", 1).slice(2, Math.floor(((size + 1) * 8) / 6)));
  addBase64(texts, shifted.toString("base64").slice(3, Math.floor(((size + 2) * 8) / 6)));
  const hex = shifted.toString("hex", 2);
  texts.push(hex, hex.toUpperCase());
}

function addBase64(texts: string[], text: string): void {
  if (text.length < minEncodedLength) {
    return;
  }
  texts.push(text);
  if (text.includes("+") || text.includes("/")) {
    texts.push(text.replaceAll("+", "-").replaceAll("/", "_"));
  }
}

/** Replaces every secret with `***`. */
export function maskText(text: string, secretTexts: readonly string[]): string {
  let clean = "";
  let rest = 0;
  for (const { from, to } of findSecrets(text, secretTexts)) {
    clean += text.slice(rest, from) + masked;
    rest = to;
  }
  return rest === 0 ? text : clean + text.slice(rest);
}

/** An integer that a double does not hold, which stays a text when it is read exactly. */
const largeInteger = /^-?\d{16,}$/;

/** Masks the strings, member names and numbers of a JSON value. Returns the same value where there is no secret to find. */
export function maskValue(value: unknown, secretTexts: readonly string[]): unknown {
  if (secretTexts.length === 0) {
    return value;
  }
  if (typeof value === "string") {
    const isSecret = largeInteger.test(value) && isSecretNumber(Number(value), secretTexts);
    return isSecret ? masked : maskText(value, secretTexts);
  }
  if (typeof value === "number") {
    return isSecretNumber(value, secretTexts) ? masked : value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => maskValue(item, secretTexts));
  }
  if (isExactNumber(value)) {
    return maskValue(value.rawJSON, secretTexts) === value.rawJSON ? value : masked;
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
