/** The prefix of every planted secret; see `plantSecret`. */
const mark = "canary-";

/** The mark in plain text and in reversible encodings: base64 at each alignment, hexadecimal, UTF-16, reversed. */
const spellings: readonly string[] = [
  mark,
  Buffer.from(mark).toString("hex"),
  Buffer.from(mark, "utf16le").toString("hex"),
  Buffer.from(mark, "utf16le").toString("latin1"),
  Buffer.from(mark, "utf16le").swap16().toString("latin1"),
  [...mark].reverse().join(""),
  ...listBase64Spellings(Buffer.from(mark)),
  ...listBase64Spellings(Buffer.from(mark, "utf16le")),
];

const pattern = new RegExp(spellings.map((text) => RegExp.escape(text)).join("|"), "i");

/** For each of the three alignments, the base64 characters that do not depend on the text before and after. */
function listBase64Spellings(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const isLastWhole = (offset + bytes.length) % 3 === 0;
    return text.slice(Math.ceil((offset * 8) / 6), isLastWhole ? undefined : -1);
  });
}

/** The text around the first planted secret in a text, or in bytes as latin-1; null when there is none. */
export function findCanary(text: string): string | null {
  const found = pattern.exec(text) ?? pattern.exec(decodeEscapes(text));
  return found && text.slice(Math.max(0, found.index - 120), found.index + 120);
}

/** Decodes percent-encoding and JSON escapes of ASCII characters. */
function decodeEscapes(text: string): string {
  return text
    .replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\u00([2-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}

/** Whether bytes of any size contain a planted secret, plain or encoded. */
export function hasCanary(bytes: Buffer): boolean {
  return spellings.some((text) => bytes.includes(text, 0, "latin1"));
}
