import { trimEndSlashes } from "../trim-end-slashes.ts";

/** Returns the names of the fields in an address, written as `{field}`. */
export function namesIn(template: string): string[] {
  return Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, name]) => name ?? "");
}

/** Replaces the fields in an address. A field without a value stays. */
export function fillTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{([^{}]*)\}/g, (whole, name: string) => values.get(name) ?? whole);
}

/** Returns the field values in an address; undefined when the address was not made from the template. */
export function matchTemplate(template: string, url: string): Map<string, string> | undefined {
  const literals = trimEndSlashes(template).split(/\{[^{}]*\}/);
  const pattern = literals.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("([^/?#]+)");
  const match = new RegExp(`^${pattern}$`, "i").exec(trimEndSlashes(url));
  return match ? new Map(namesIn(template).map((name, index) => [name, match[index + 1] ?? ""])) : undefined;
}
