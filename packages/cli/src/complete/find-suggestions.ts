import type { Bowline, CallOptions } from "@bowline/sdk";
import { mcpClients } from "@bowline/sdk/mcp";
import { consolePages } from "../commands/open.ts";
import { readConfigFile } from "../config/config-file.ts";
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
 * Finds slugs, ids and names for the last word.
 *
 * @param connect called when the server must be asked
 * @param words what stands after `bowline`; the last is being typed
 */
export async function findSuggestions(
  connect: () => Bowline,
  words: string[],
  signal: AbortSignal,
): Promise<Suggestions> {
  const options = { signal, maxRetries: 0 };
  const typed = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  const [group = "", command = ""] = words.filter((word) => !word.startsWith("-"));
  const { byOption, byCommand } = listFinders(connect, typed, options);
  if (Object.hasOwn(byOption, before)) {
    return { ...noSuggestions, forOption: (await byOption[before]?.()) ?? [] };
  }
  const isToolNamed = group === "execute" && command !== "" && command !== typed;
  if (isToolNamed && (typed.startsWith("-") || before.startsWith("--"))) {
    return { ...noSuggestions, flags: await findFlags(connect(), command, options) };
  }
  const isNew = ["import", "search", "create", "add"].includes(command);
  const find = Object.hasOwn(byCommand, group) && !isNew ? byCommand[group] : undefined;
  return { ...noSuggestions, forArgument: (await find?.()) ?? [] };
}

type Find = () => Promise<Suggestion[]>;

const largestPage = { top: 1000 };
/** The newest of what there may be very much of. */
const newest = { top: 20 };

/** Lists what finds the values of each option, and the arguments of each command. */
function listFinders(
  connect: () => Bowline,
  typed: string,
  options: CallOptions,
): { byOption: Record<string, Find>; byCommand: Record<string, Find> } {
  const findApplications = () => suggestApplications(connect(), options);
  const findTools = () => suggestTools(connect(), typed, options);
  const findConnections = () =>
    suggest(connect().connections.list(largestPage, options), ({ connectionId, name }) => [
      connectionId,
      name,
    ]);
  const findToolsets = () =>
    suggest(connect().toolsets.list(largestPage, options), ({ toolsetId, name }) => [toolsetId, name]);
  const findMembers = () =>
    suggest(connect().members.list(largestPage, options), ({ accountUserId, fullName }) => [
      accountUserId,
      fullName,
    ]);
  const findKeys = () =>
    suggest(connect().apiKeys.list(largestPage, options), ({ apiKeyId, name }) => [apiKeyId, name]);
  const findGrants = () =>
    suggest(connect().grants.list(largestPage, options), ({ grantId, clientName }) => [grantId, clientName]);
  const findRecords = () =>
    suggest(connect().executions.list(newest, options), ({ historyId, toolSlug }) => [historyId, toolSlug]);
  const findApprovals = () =>
    suggest(connect().approvals.list(newest, options), ({ approvalId, toolSlug, status }) => [
      approvalId,
      `${toolSlug}, ${status}`,
    ]);
  const findProfiles = async (): Promise<Suggestion[]> =>
    Object.entries((await readConfigFile()).profiles).map(([name, { url }]) => [name, url]);
  const byOption: Record<string, Find> = {
    "--app": findApplications,
    "--client": async () => mcpClients.map(({ id, name }) => [id, name]),
    "--tool": findTools,
    "--remove-tool": findTools,
    "--connection": findConnections,
    "--toolset": findToolsets,
    "--member": findMembers,
    "--key": findKeys,
    "--profile": findProfiles,
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
    grants: findGrants,
    history: findRecords,
    approvals: findApprovals,
    profiles: findProfiles,
    open: async () => consolePages.map((page) => [page, ""]),
  };
  return { byOption, byCommand };
}

/** @param write returns what to complete to, and what it means */
async function suggest<Item>(
  page: PromiseLike<{ items: Item[] }>,
  write: (item: Item) => [string | number, string],
): Promise<Suggestion[]> {
  const { items } = await page;
  return items.map((item) => {
    const [text, meaning] = write(item);
    return [String(text), meaning];
  });
}

const suggestApplications = (bowline: Bowline, options: CallOptions): Promise<Suggestion[]> =>
  suggest(bowline.applications.list(largestPage, options), ({ slug, name }) => [slug, name]);

/** First the beginnings of slugs, one for each application. Then the tools of the application whose beginning is there. */
async function suggestTools(bowline: Bowline, typed: string, options: CallOptions): Promise<Suggestion[]> {
  const applications = (await suggestApplications(bowline, options)).map(([slug, name]) => ({
    slug,
    name,
    beginning: `${slug.replace(/-+/g, "_").replace(/_$/, "")}_`,
  }));
  // `shop_database_` also begins like a tool of `shop`.
  const [application] = applications
    .filter(({ beginning }) => typed.startsWith(beginning))
    .sort((one, other) => other.beginning.length - one.beginning.length);
  const longer = applications
    .filter(({ beginning }) => beginning !== application?.beginning && beginning.startsWith(typed))
    .map(({ beginning, name }): Suggestion => [beginning, name]);
  if (application === undefined) {
    return longer;
  }
  const query = { ...largestPage, applicationSlug: application.slug, view: "summary" } as const;
  const tools = await bowline.tools.list(query, options).toArray();
  return [...tools.map(({ slug, name }): Suggestion => [slug, name]), ...longer];
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
