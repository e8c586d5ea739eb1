import { formatSize } from "../parts/format-figures.ts";
import { type BodyLimits, readBodyLimits } from "../session/access-token.ts";

/**
 * Checks a request before it is sent: the server reads a body only up to its limit, and then closes the connection.
 *
 * @throws Error in words for people
 */
export function checkSize(body: unknown, kind: keyof BodyLimits): void {
  const problem = describeExcess(new Blob([JSON.stringify(body)]).size, kind);
  if (problem !== null) {
    throw new Error(problem);
  }
}

/** Says that so many bytes are too many; null: they are not. */
export function describeExcess(bytes: number, kind: keyof BodyLimits): string | null {
  const limit = readBodyLimits()?.[kind] ?? Number.POSITIVE_INFINITY;
  return bytes <= limit
    ? null
    : `This is ${formatSize(bytes)}, and the server takes at most ${formatSize(limit)} at once. Nothing was sent.`;
}
