import type { Bowline } from "@bowline/sdk";

/** A text to complete to, and what it means. */
export type Suggestion = [string, string];

/**
 * Finds slugs and ids that fit the last word.
 *
 * @param words what stands after `bowline`; the last is being typed
 */
export async function findSuggestions(
  bowline: Bowline,
  words: string[],
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const options = { signal, maxRetries: 0 };
  const typed = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  const [group = "", command = ""] = words.filter((word) => !word.startsWith("-"));
  const findApplications = async (): Promise<Suggestion[]> =>
    (await bowline.applications.list({ top: 1000 }, options)).items.map(({ slug, name }) => [slug, name]);
  const findTools = async (): Promise<Suggestion[]> => {
    const applications = await findApplications();
    const [applicationSlug] = applications.find(([slug]) => typed.startsWith(`${slug}_`)) ?? [];
    if (applicationSlug === undefined) {
      return applications.map(([slug, name]) => [`${slug}_`, name]);
    }
    const { items } = await bowline.tools.list({ applicationSlug, view: "summary", top: 1000 }, options);
    return items.flatMap((tool): Suggestion[] => ("slug" in tool ? [[tool.slug, tool.name]] : []));
  };
  const findConnections = async (): Promise<Suggestion[]> =>
    (await bowline.connections.list({ top: 1000 }, options)).items.map(({ connectionId, name }) => [
      String(connectionId),
      name,
    ]);
  const findToolsets = async (): Promise<Suggestion[]> =>
    (await bowline.toolsets.list({ top: 1000 }, options)).items.map(({ toolsetId, name }) => [
      toolsetId,
      name,
    ]);
  const byOption: Record<string, () => Promise<Suggestion[]>> = {
    "--app": findApplications,
    "--tool": findTools,
    "--remove-tool": findTools,
    "--connection": findConnections,
    "--toolset": findToolsets,
  };
  const byCommand: Record<string, () => Promise<Suggestion[]>> = {
    execute: findTools,
    tools: findTools,
    apps: findApplications,
    connect: findApplications,
    connections: findConnections,
    toolsets: findToolsets,
  };
  if (Object.hasOwn(byOption, before)) {
    return (await byOption[before]?.()) ?? [];
  }
  const isValue = command !== "import" && command !== "search" && command !== "create";
  return Object.hasOwn(byCommand, group) && isValue ? ((await byCommand[group]?.()) ?? []) : [];
}
