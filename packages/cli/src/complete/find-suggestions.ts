import type { Bowline } from "@bowline/sdk";

/** A text to complete to, and what it means. */
export type Suggestion = [string, string];

/** What the server suggests for the last word, if it is the value of an option, or an argument. */
export interface Suggestions {
  forOption: Suggestion[];
  forArgument: Suggestion[];
}

/**
 * Finds slugs and ids for the last word.
 *
 * @param words what stands after `bowline`; the last is being typed
 */
export async function findSuggestions(
  bowline: Bowline,
  words: string[],
  signal: AbortSignal,
): Promise<Suggestions> {
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
  const findMembers = async (): Promise<Suggestion[]> =>
    (await bowline.members.list({ top: 1000 }, options)).items.map(({ accountUserId, fullName }) => [
      String(accountUserId),
      fullName,
    ]);
  const findKeys = async (): Promise<Suggestion[]> =>
    (await bowline.apiKeys.list({ top: 1000 }, options)).items.map(({ apiKeyId, name }) => [
      String(apiKeyId),
      name,
    ]);
  const findRecords = async (): Promise<Suggestion[]> =>
    (await bowline.executions.list({ top: 20 }, options)).items.map(({ historyId, toolSlug }) => [
      String(historyId),
      toolSlug,
    ]);
  const findApprovals = async (): Promise<Suggestion[]> =>
    (await bowline.approvals.list({ top: 20 }, options)).items.map(({ approvalId, toolSlug, status }) => [
      approvalId,
      `${toolSlug}, ${status}`,
    ]);
  const byOption: Record<string, () => Promise<Suggestion[]>> = {
    "--app": findApplications,
    "--tool": findTools,
    "--remove-tool": findTools,
    "--connection": findConnections,
    "--toolset": findToolsets,
    "--member": findMembers,
  };
  const byCommand: Record<string, () => Promise<Suggestion[]>> = {
    execute: findTools,
    tools: findTools,
    apps: findApplications,
    connect: findApplications,
    connections: findConnections,
    toolsets: findToolsets,
    members: findMembers,
    keys: findKeys,
    history: findRecords,
    approvals: findApprovals,
  };
  if (Object.hasOwn(byOption, before)) {
    return { forOption: (await byOption[before]?.()) ?? [], forArgument: [] };
  }
  const isNew = ["import", "search", "create", "add"].includes(command);
  const find = Object.hasOwn(byCommand, group) && !isNew ? byCommand[group] : undefined;
  return { forOption: [], forArgument: (await find?.()) ?? [] };
}
