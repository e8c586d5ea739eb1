/** Words of hosts that say nothing about the application. */
const plainWords = new Set([
  "localhost",
  "www",
  "api",
  "apis",
  "mcp",
  "com",
  "org",
  "net",
  "io",
  "dev",
  "app",
  "co",
  "cloud",
  "graphql",
  "v1",
  "v2",
]);
/** The most characters of a slug. */
const longest = 32;

/** Suggests an application's slug from an address, a file's name, or the title in a document; empty when nothing helps. */
export function suggestSlug(text: string): string {
  const title = /["']?title["']?\s*:\s*["']?([^"'\n,}]{2,60})/.exec(text)?.[1];
  // A document in YAML may begin as if it were an address: `openapi: 3.1.0`.
  const isAddress = /^\s*https?:\/\/\S+\s*$/.test(text);
  const source = isAddress ? readHost(text) : (title ?? text.slice(0, 100));
  return source
    .toLowerCase()
    .replace(/\.(?:json|ya?ml)$/, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, longest)
    .replace(/-+$/, "");
}

const readHost = (address: string): string =>
  URL.canParse(address)
    ? new URL(address).hostname
        .split(".")
        .filter((word) => !plainWords.has(word))
        .join("-")
    : "";
