import type { Bowline, CallOptions } from "@bowline/sdk";
import { mcpClients } from "@bowline/sdk/mcp";
import { consolePages } from "../commands/open.ts";
import { listFields } from "../fields/read-schema.ts";
import { cleanText } from "../output/clean-text.ts";

/** A text to complete to, and what it means. */
export type Suggestion = [string, string];

/** An input of the tool that `execute` names. */
export interface ToolFlag {
  name: string;
  description: string;
  /** It takes no value. */
  isBoolean: boolean;
  /** The only values that it takes; empty: any. */
  values: string[];
}

/** What the server suggests for the last word, if it is the value of an option, or an argument. */
export interface Suggestions {
  forOption: Suggestion[];
  forArgument: Suggestion[];
  /** The inputs of the tool, where one of them is being typed. */
  flags: ToolFlag[];
}

export const noSuggestions: Suggestions = { forOption: [], forArgument: [], flags: [] };

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
  const { byOption, byCommand } = listFinders(bowline, typed, options);
  if (Object.hasOwn(byOption, before)) {
    return { ...noSuggestions, forOption: (await byOption[before]?.()) ?? [] };
  }
  const isToolNamed = group === "execute" && command !== "" && command !== typed;
  if (isToolNamed && (typed.startsWith("-") || before.startsWith("--"))) {
    return { ...noSuggestions, flags: await findFlags(bowline, command, options) };
  }
  const isNew = ["import", "search", "create", "add"].includes(command);
  const find = Object.hasOwn(byCommand, group) && !isNew ? byCommand[group] : undefined;
  return { ...noSuggestions, forArgument: (await find?.()) ?? [] };
}

type Find = () => Promise<Suggestion[]>;

/** Lists what finds the values of each option, and the arguments of each command. */
function listFinders(
  bowline: Bowline,
  typed: string,
  options: CallOptions,
): { byOption: Record<string, Find>; byCommand: Record<string, Find> } {
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
  const byOption: Record<string, Find> = {
    "--app": findApplications,
    "--client": async () => mcpClients.map(({ id, name }) => [id, name]),
    "--tool": findTools,
    "--remove-tool": findTools,
    "--connection": findConnections,
    "--toolset": findToolsets,
    "--member": findMembers,
    "--key": findKeys,
  };
  const byCommand: Record<string, Find> = {
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
    open: async () => consolePages.map((page) => [page, ""]),
  };
  return { byOption, byCommand };
}

// A shell reads other characters in its own way.
const isPlain = (text: string): boolean => /^[\w.-]+$/.test(text);
async function findFlags(bowline: Bowline, toolSlug: string, options: CallOptions): Promise<ToolFlag[]> {
  const { inputSchema = {} } = await bowline.tools.get(toolSlug, { view: "input" }, options);
  return listFields(inputSchema)
    .filter(({ name }) => isPlain(name))
    .map(({ name, description, isRequired, types, enum: values }) => ({
      name,
      description: cleanText(`${isRequired ? "(required) " : ""}${description}`),
      isBoolean: types.length === 1 && types[0] === "boolean",
      values: (values ?? []).map(String).filter(isPlain),
    }));
}
