import { toSnakeCase } from "../../slugs.ts";

const kinds: [pattern: RegExp, name: string][] = [
  [/sandbox/i, "sandbox"],
  [/staging|\bstage\b/i, "staging"],
  [/\b(test|testing|qa|uat)\b/i, "test"],
  [/\b(dev|develop|development)\b/i, "development"],
  [/\b(local|localhost|127\.0\.0\.1)\b/i, "local"],
  [/\bmock\b/i, "mock"],
  [/\b(prod|production|live)\b/i, "production"],
];

const maximumWords = 3;

/** Makes a server's name from its name in the document, its description or its host. Another server may have the same name. */
export function environmentName(
  server: { name?: string | undefined; description?: string | undefined; url: string },
  index: number,
): string {
  return statedName(server.name) ?? kindOf(server) ?? shortName(server.description) ?? fallback(index);
}

function statedName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : asName(name);
}

function kindOf({ description, url }: { description?: string | undefined; url: string }): string | undefined {
  const host = subdomains(url);
  return (
    kinds.find(([pattern]) => pattern.test(description ?? ""))?.[1] ??
    kinds.find(([pattern]) => pattern.test(host))?.[1]
  );
}

/** Returns a server's host without its last label, because real addresses may end in `.test` or `.dev`. */
function subdomains(url: string): string {
  const host = /^[^:]*:\/\/([^/:?#]*)/.exec(url.replace(/\{[^{}]*\}/g, ""))?.[1] ?? "";
  return host === "localhost" || /^[\d.]+$/.test(host)
    ? host
    : host.slice(0, Math.max(host.lastIndexOf("."), 0));
}

function shortName(description: string | undefined): string | undefined {
  if (description === undefined || description.split(/\s+/).length > maximumWords) {
    return undefined;
  }
  return asName(description);
}

function asName(text: string): string | undefined {
  const name = toSnakeCase(text).replaceAll("_", "-").slice(0, 32).replace(/-$/, "");
  return /^[a-z]/.test(name) ? name : undefined;
}

function fallback(index: number): string {
  return index === 0 ? "production" : `server-${index + 1}`;
}
