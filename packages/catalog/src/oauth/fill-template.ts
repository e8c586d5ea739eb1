import { listVariables } from "../list-variables.ts";
import { trimEndSlashes } from "../trim-end-slashes.ts";

/** Replaces the fields in an address, written as `{field}`. A field without a value stays. */
export function fillTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{([^{}]+)\}/g, (whole, name: string) => values.get(name) ?? whole);
}

/** Returns the field values in an address; undefined when the address was not made from the template. */
export function matchTemplate(template: string, url: string): Map<string, string> | undefined {
  const literals = trimEndSlashes(template).split(/\{[^{}]+\}/);
  const pattern = literals.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("([^/?#]+)");
  const match = new RegExp(`^${pattern}$`, "i").exec(trimEndSlashes(url));
  return match
    ? new Map(listVariables(template).map((name, index) => [name, match[index + 1] ?? ""]))
    : undefined;
}
