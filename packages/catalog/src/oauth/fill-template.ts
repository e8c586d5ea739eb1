/** Names of the fields that stand in an address as `{field}`. */
export function namesIn(template: string): string[] {
  return Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, name]) => name ?? "");
}

/** The address with the values put in; a field without a value stays. */
export function fillTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{([^{}]*)\}/g, (whole, name: string) => values.get(name) ?? whole);
}

/** What the fields of a template are in an address that was made from it; undefined when it was not. */
export function matchTemplate(template: string, url: string): Map<string, string> | undefined {
  const literals = withoutEndSlash(template).split(/\{[^{}]*\}/);
  const pattern = literals.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("([^/?#]+)");
  const match = new RegExp(`^${pattern}$`, "i").exec(withoutEndSlash(url));
  return match ? new Map(namesIn(template).map((name, index) => [name, match[index + 1] ?? ""])) : undefined;
}

function withoutEndSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
