import { namedEntities } from "./named-entities.ts";

/** A part of a text; `to` is the position after it. */
export interface TextRange {
  from: number;
  to: number;
}

/** A text with one level of escapes decoded, and a map back to the original text. */
export interface DecodedText {
  text: string;
  /** Returns the range in the original text of a range in the decoded text. */
  locate(range: TextRange): TextRange;
}

const json = "\\\\u([\\da-fA-F]{4})|\\\\x([\\da-fA-F]{2})|\\\\([\"'\\\\/bfnrt])";
const html = "&#(\\d{1,20});?|&#[xX]([\\da-fA-F]{1,20});?|&([a-zA-Z][a-zA-Z\\d]{1,23});";
const percent = "((?:%[\\da-fA-F]{2})+)";
/** These match nothing, and keep the numbers of the other groups the same. */
const noJson = "(?!)()()()";
const noHtml = "(?!)()()()";
const noPercent = "(?!)()";

const escapes = {
  all: new RegExp([json, html, percent].join("|"), "g"),
  json: new RegExp([json, noHtml, noPercent].join("|"), "g"),
  html: new RegExp([noJson, html, noPercent].join("|"), "g"),
  percent: new RegExp([noJson, noHtml, percent].join("|"), "g"),
};

/** JSON and JavaScript; HTML by number and by name; percent-encoded bytes; or all of them. */
export type EscapeKind = keyof typeof escapes;

/** A text that looks like an escape of one kind may be escaped by another kind. */
export const escapeKinds: readonly EscapeKind[] = ["all", "json", "html", "percent"];

const controls: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Decoding more in one text would block the process (decisions D75). */
const maxEscapes = 100_000;

/** Decodes one level of escapes; null when there are none. */
export function decodeText(text: string, kind: EscapeKind): DecodedText | "tooMany" | null {
  const tokens = new Tokens();
  let decoded = "";
  let rest = 0;
  let count = 0;
  for (const match of text.matchAll(escapes[kind])) {
    if (++count > maxEscapes) {
      return "tooMany";
    }
    const characters = readEscape(match);
    if (characters === null) {
      continue;
    }
    decoded += text.slice(rest, match.index);
    let at = match.index;
    for (const { character, length } of characters) {
      tokens.add(decoded.length, character.length, at, length);
      decoded += character;
      at += length;
    }
    rest = at;
  }
  return rest === 0 ? null : { text: decoded + text.slice(rest), locate: (range) => tokens.locate(range) };
}

/** A decoded character, and the length of its escape. */
interface Escaped {
  character: string;
  length: number;
}

function readEscape(match: RegExpExecArray): Escaped[] | null {
  const [whole, unicode, hex, short, decimal, hexadecimal, name, bytes] = match;
  const { length } = whole;
  const code = unicode ?? hex ?? hexadecimal;
  if (code !== undefined || decimal !== undefined) {
    const point = code === undefined ? Number(decimal) : Number.parseInt(code, 16);
    return point <= 0x10ffff ? [{ character: String.fromCodePoint(point), length }] : null;
  }
  if (short !== undefined) {
    return [{ character: controls[short] ?? short, length }];
  }
  if (name !== undefined) {
    const character = namedEntities.get(name);
    return character === undefined ? null : [{ character, length }];
  }
  return bytes === undefined ? null : readBytes(Buffer.from(bytes.replaceAll("%", ""), "hex"));
}

/** Decodes valid UTF-8. Any other byte becomes one character. */
function readBytes(bytes: Buffer): Escaped[] {
  const characters: Escaped[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      characters.push({ character: String.fromCharCode(lead), length: 3 });
      at++;
      continue;
    }
    const count = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const character = bytes.toString("utf8", at, at + count);
    const isWhole = Buffer.from(character).equals(bytes.subarray(at, at + count));
    const length = isWhole ? count : 1;
    characters.push({ character: isWhole ? character : String.fromCharCode(lead), length: 3 * length });
    at += length;
  }
  return characters;
}

/** The ranges of the escapes in the original and in the decoded text. */
class Tokens {
  readonly #decodedFrom: number[] = [];
  readonly #decodedTo: number[] = [];
  readonly #sourceFrom: number[] = [];
  readonly #sourceTo: number[] = [];

  add(decodedFrom: number, decodedLength: number, sourceFrom: number, sourceLength: number): void {
    this.#decodedFrom.push(decodedFrom);
    this.#decodedTo.push(decodedFrom + decodedLength);
    this.#sourceFrom.push(sourceFrom);
    this.#sourceTo.push(sourceFrom + sourceLength);
  }

  /** A range that begins or ends inside an escape covers the whole escape. */
  locate({ from, to }: TextRange): TextRange {
    const first = this.#findLast(from);
    const last = this.#findLast(to - 1);
    const isInside = first >= 0 && from < (this.#decodedTo[first] ?? 0);
    return {
      from: isInside ? (this.#sourceFrom[first] ?? 0) : this.#shift(first, from),
      to:
        last >= 0 && to <= (this.#decodedTo[last] ?? 0) ? (this.#sourceTo[last] ?? 0) : this.#shift(last, to),
    };
  }

  /** Returns the original position of a decoded position after an escape. */
  #shift(index: number, position: number): number {
    return index < 0 ? position : position - (this.#decodedTo[index] ?? 0) + (this.#sourceTo[index] ?? 0);
  }

  /** Index of the last escape that begins at this position or before it; -1 when there is none. */
  #findLast(position: number): number {
    let low = 0;
    let high = this.#decodedFrom.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#decodedFrom[middle] ?? 0) <= position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
