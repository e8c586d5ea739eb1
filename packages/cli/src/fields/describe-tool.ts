import type { Tool } from "@bowline/sdk";

/**
 * Describes a tool for a person: its name, then its description. Many descriptions have only details, such as "Sorted by id." A name that
 * the description begins with, or that is part of the slug, is not repeated.
 */
export function describeTool({
  slug,
  name,
  description,
}: Pick<Tool, "slug" | "name" | "description">): string {
  if (description === "") {
    return name;
  }
  const isSaid = slug.endsWith(name) || description.toLowerCase().startsWith(name.toLowerCase());
  return isSaid ? description : `${name}${/[.!?…]$/.test(name) ? "" : "."} ${description}`;
}
