import type { BodyTemplate } from "@bowline/catalog";
import { setOwn } from "../set-own.ts";

/** Fills a body with the input. Undefined: all of it was left out. */
export function fillTemplate(template: BodyTemplate, input: Readonly<Record<string, unknown>>): unknown {
  if ("fixed" in template) {
    return template.fixed;
  }
  if ("input" in template) {
    return input[template.input];
  }
  if ("list" in template) {
    const items = template.list.map((item) => fillTemplate(item, input)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  return fillMembers(template.members, input);
}

function fillMembers(
  members: { [name: string]: BodyTemplate },
  input: Readonly<Record<string, unknown>>,
): object | undefined {
  const filled: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) {
    const value = fillTemplate(member, input);
    if (value !== undefined) {
      setOwn(filled, name, value);
    }
  }
  return Object.keys(filled).length === 0 ? undefined : filled;
}
