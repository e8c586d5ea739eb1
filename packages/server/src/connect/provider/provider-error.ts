/**
 * What an OAuth provider did instead of what was asked. `refused`: it said no, with an OAuth error code where it gave one;
 * `unavailable`: it did not answer, or says that it cannot at the moment; `unreadable`: its answer makes no sense.
 */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly kind: "refused" | "unavailable" | "unreadable";
  /** Such as `invalid_grant` (RFC 6749 §5.2). */
  readonly code: string | null;

  /** @param message one sentence without a secret */
  constructor(kind: ProviderError["kind"], message: string, code: string | null = null) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

const maxLength = 300;

/** A provider's own words, fit for a sentence of ours: one line, no control characters, not endless. */
export function cleanWords(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/\p{C}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
