import { cutText } from "../../cut-text.ts";

/**
 * A failed call to an OAuth provider. `refused`: the provider refused it, in some cases with an OAuth error code. `unavailable`: it
 * did not respond, or reports that it is unavailable. `unreadable`: its response is invalid.
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

/** Makes a provider's message safe to quote: one line, no control characters, at most 300 characters. */
export function cleanWords(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/\p{C}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return cutText(line, maxLength);
}
