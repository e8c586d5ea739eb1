import { findSecrets, isSecretNumber } from "./find-secrets.ts";

export const masked = "***";

/** A shorter value would be found everywhere and protects nothing. */
const minLength = 4;
/** Base64 and hexadecimal of a shorter one may well stand in a text by chance. */
const minEncodedLength = 8;

/**
 * The spellings in which a secret may come back, each in any escapes (`find-secrets.ts`): as it is, in a form, in a header's bytes,
 * in base64, by itself or as a part of more, and in hexadecimal. `derived` are spellings the caller made itself, such as base64 of
 * user and password.
 */
export function listSecretTexts(secretValues: readonly string[], derived: readonly string[]): string[] {
  const texts = new Set<string>();
  for (const value of secretValues) {
    if (value.length < minLength) {
      continue;
    }
    texts.add(value);
    texts.add(value.replaceAll(" ", "+"));
    if (/[^\0-\x7f]/.test(value)) {
      texts.add(value.toWellFormed());
      // A header's bytes are read as Latin-1, also where they are UTF-8.
      texts.add(Buffer.from(value, "utf8").toString("latin1"));
    }
    if (value.length >= minEncodedLength) {
      addEncodings(texts, Buffer.from(value, "utf8"));
    }
  }
  for (const value of derived) {
    texts.add(value.replace(/=+$/, ""));
  }
  return [...texts];
}

function addEncodings(texts: Set<string>, bytes: Buffer): void {
  const all = [bytes.toString("base64").replace(/=+$/, ""), ...listBase64Parts(bytes)];
  for (const text of all) {
    texts.add(text);
    texts.add(text.replaceAll("+", "-").replaceAll("/", "_"));
  }
  const hex = bytes.toString("hex");
  texts.add(hex);
  texts.add(hex.toUpperCase());
}

/** What base64 of a text that holds these bytes has of them: each third byte begins a group of its own. */
function listBase64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const from = Math.ceil((offset * 8) / 6);
    const part = whole.slice(from, Math.floor(((offset + bytes.length) * 8) / 6));
    return part.length < minEncodedLength ? [] : [part];
  });
}

/** Replaces every secret. */
export function maskText(text: string, secretTexts: readonly string[]): string {
  let clean = "";
  let rest = 0;
  for (const { from, to } of findSecrets(text, secretTexts)) {
    clean += text.slice(rest, from) + masked;
    rest = to;
  }
  return rest === 0 ? text : clean + text.slice(rest);
}

/** Masks the strings, member names and numbers of a JSON value. */
export function maskValue(value: unknown, secretTexts: readonly string[]): unknown {
  if (typeof value === "string") {
    return maskText(value, secretTexts);
  }
  if (typeof value === "number") {
    return isSecretNumber(value, secretTexts) ? masked : value;
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
