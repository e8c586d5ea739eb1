import { isUtf8 } from "node:buffer";
import { nestedTooDeeply } from "../egress/exchange-messages.ts";
import { isDeeperThan, maxOutputDepth } from "../problems/is-deeper-than.ts";
import { mayHoldSecret } from "./find-secrets.ts";
import { parseExactJson } from "./parse-exact-json.ts";
import { maskText, maskValue } from "./secret-texts.ts";
import { decodeBody, findMarkedCharset, findOwnCharset, readStatedCharset } from "./text-charset.ts";

/** A body as a tool's output. */
export interface ReadOutput {
  output: unknown;
  /** JSON text of `output` that can be passed on unchanged; null when there is none. */
  outputText: string | null;
  /** The content type is JSON, but the body is not. */
  isBroken: boolean;
}

const textTypes =
  /^text\/|[/+](?:xml|yaml|x-yaml|javascript|ecmascript|graphql|x-www-form-urlencoded|csv|sql|toml)$/;

/** A text of many JSON values. It stays a text when it has only one. */
const sequenceTypes =
  /^application\/(?:(?:[\w.-]+\+)?(?:x-)?(?:ndjson|jsonl|jsonlines|json-seq)|stream\+json)$/;

/**
 * Reads a decoded body by its media type, or by its first character if that type is missing or generic. Masks the secrets in it.
 *
 * @throws RangeError when it is JSON that is nested deeper than `maxOutputDepth`
 */
export function readOutput(body: Buffer, contentType: string, secretTexts: readonly string[]): ReadOutput {
  if (body.length === 0) {
    return { output: null, outputText: "null", isBroken: false };
  }
  const [type = "", charset] = splitContentType(contentType);
  if (sequenceTypes.test(type)) {
    return readText(decodeBody(body, charset), secretTexts);
  }
  if (type === "application/json" || type.endsWith("+json") || type === "text/json") {
    const text = decodeBody(body, charset);
    if (text.trim() === "") {
      return { output: null, outputText: "null", isBroken: false }; // Some frameworks send a space for nothing.
    }
    if (isDeeperThan(text, maxOutputDepth)) {
      throw new RangeError(nestedTooDeeply);
    }
    return readJson(text, secretTexts) ?? { ...readText(text, secretTexts), isBroken: true };
  }
  if (beginsLikeJson(body)) {
    const text = decodeBody(body, charset);
    const read = isDeeperThan(text, maxOutputDepth) ? null : readJson(text, secretTexts);
    if (read !== null) {
      return read;
    }
  }
  if (textTypes.test(type) || (type === "" && isUtf8(body))) {
    return readText(decodePlainText(body, charset), secretTexts);
  }
  return readBinary(body, type === "" ? "application/octet-stream" : type, secretTexts);
}

function splitContentType(contentType: string): [type: string, charset: string | undefined] {
  if (contentType === "application/json" || contentType === "application/json; charset=utf-8") {
    return ["application/json", undefined]; // the two spellings of nearly every response
  }
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return [type, readStatedCharset(contentType)];
}

/** Null when the text is not JSON. */
function readJson(text: string, secretTexts: readonly string[]): ReadOutput | null {
  let output: unknown;
  try {
    output = parseExactJson(text);
  } catch {
    return null;
  }
  if (!mayHoldSecret(text, secretTexts)) {
    return { output, outputText: text, isBroken: false };
  }
  const clean = maskValue(output, secretTexts);
  return { output: clean, outputText: JSON.stringify(clean), isBroken: false };
}

function readText(text: string, secretTexts: readonly string[]): ReadOutput {
  return { output: maskText(text, secretTexts), outputText: null, isBroken: false };
}

function readBinary(body: Buffer, contentType: string, secretTexts: readonly string[]): ReadOutput {
  const holds = secretTexts.some((secret) => body.includes(secret));
  const clean = holds ? maskBytes(body, secretTexts) : body;
  return { output: { contentType, base64: clean.toString("base64") }, outputText: null, isBroken: false };
}

/** Latin-1 maps every byte to one character and back. */
function maskBytes(body: Buffer, secretTexts: readonly string[]): Buffer {
  const spelled = secretTexts.map((secret) => Buffer.from(secret, "utf8").toString("latin1"));
  return Buffer.from(maskText(body.toString("latin1"), spelled), "latin1");
}

function beginsLikeJson(body: Buffer): boolean {
  for (const byte of body) {
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
      return byte === 0x7b || byte === 0x5b || byte === 0xef; // { or [, or a byte order mark before them
    }
  }
  return false;
}

/** A character beyond ASCII, but not what replaces a byte that is no UTF-8. */
const beyondAscii = /[\u0080-\ufffc\ufffe\uffff]/;

/**
 * Decodes a text that may be in Latin-1 without saying so: one that is no UTF-8, and of which not one character beyond ASCII can be read as
 * UTF-8. Latin-1 was what `text/*` meant without a charset (RFC 2616 §3.7.1).
 */
function decodePlainText(body: Buffer, stated: string | undefined): string {
  const text = decodeBody(body, stated);
  const isUnreadable = stated === undefined && text.includes("\ufffd") && !beyondAscii.test(text);
  return isUnreadable && (findMarkedCharset(body) ?? findOwnCharset(body)) === undefined && !isUtf8(body)
    ? new TextDecoder("latin1").decode(body)
    : text;
}
