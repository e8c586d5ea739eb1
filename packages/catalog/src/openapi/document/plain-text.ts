import { textOf } from "../../record.ts";
import { removeInvisible } from "../../remove-invisible.ts";

/** What replaces a tag of HTML: an opening one, and a closing one. Those that are not here are removed. */
const replacements: Readonly<Record<string, readonly [opening: string, closing: string]>> = {
  br: ["\n", "\n"],
  hr: ["\n\n", "\n\n"],
  p: ["\n\n", "\n\n"],
  div: ["\n\n", "\n\n"],
  blockquote: ["\n\n", "\n\n"],
  pre: ["\n\n", "\n\n"],
  table: ["\n\n", "\n\n"],
  ul: ["\n", "\n\n"],
  ol: ["\n", "\n\n"],
  li: ["\n- ", "\n"],
  tr: ["\n", "\n"],
  th: ["", " "],
  td: ["", " "],
  dt: ["\n- ", ""],
  dd: [": ", "\n"],
  code: ["`", "`"],
  kbd: ["`", "`"],
  var: ["`", "`"],
  ...Object.fromEntries(
    ["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, ["\n\n", "\n\n"] as const]),
  ),
};

/** Tags of HTML without a meaning of their own in plain text. */
const dropped = new Set(
  "a abbr b big center cite dl del em font i img ins main mark nobr q s section small span strike strong sub sup tbody thead tfoot tt u wbr".split(
    " ",
  ),
);

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  bull: "•",
  times: "×",
  rarr: "→",
  copy: "©",
  reg: "®",
  trade: "™",
};

const mayHoldMarkup = /<[a-z!/]|&(?:[a-z]+|#x?[0-9a-f]+);/i;
/** Code in Markdown stays as it is. */
const codeSpan = /(```[\s\S]*?```|`[^`\n]*`)/;
const tag = /<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*)?\/?>/gi;
const closingTag = /<\/([a-z][a-z0-9]*)>/g;
const entity = /&(?:([a-z]+)|#(x?)([0-9a-f]+));/gi;

/**
 * Turns HTML in a description into plain text with the little Markdown that models and people read anyway: lists, code, paragraphs.
 * A name in angle brackets that is no HTML, such as `<branch>`, stays, unless it is closed like a tag.
 */
export function toPlainText(text: string): string {
  if (!mayHoldMarkup.test(text)) {
    return text;
  }
  const known = new Set(Array.from(text.matchAll(closingTag), ([, name = ""]) => name));
  const pieces = withoutComments(text)
    .split(codeSpan)
    .map((piece, index) => (index % 2 === 1 ? piece : decode(stripTags(piece, known))));
  return pieces
    .join("")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns the plain text of a description, without invisible characters; undefined when there is none. */
export function plainTextOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : textOf(removeInvisible(toPlainText(text)));
}

/** A pattern would take quadratic time when nothing is closed. */
function withoutComments(text: string): string {
  const [first = "", ...others] = text.split("<!--");
  return first + others.map(afterComment).join("");
}

function afterComment(piece: string): string {
  const end = piece.indexOf("-->");
  return end < 0 ? "" : piece.slice(end + 3);
}

/** @param closed the lower-case names that are closed somewhere in the text */
function stripTags(text: string, closed: ReadonlySet<string>): string {
  return text.replace(tag, (whole, slash: string, name: string) => {
    const lower = name.toLowerCase();
    const [opening, closing] = replacements[lower] ?? [];
    if (opening !== undefined && closing !== undefined) {
      return slash === "" ? opening : closing;
    }
    return dropped.has(lower) || closed.has(name) ? "" : whole;
  });
}

function decode(text: string): string {
  return text.replace(entity, (whole, name: string | undefined, hexadecimal: string, digits: string) => {
    if (name !== undefined) {
      return entities[name] ?? whole;
    }
    const code = Number.parseInt(digits, hexadecimal === "" ? 10 : 16);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
