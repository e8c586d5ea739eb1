import { isDeepStrictEqual } from "node:util";
import {
  metaToolInputs,
  type ToolsetSettings,
  type ToolsetSettingsInput,
  type ToolsetTool,
} from "@bowline/contract";
import { ApiError, checkNoProblems, type Problem } from "../../api-error.ts";
import type { CompanyCatalog, ToolEntry } from "../../catalog/company-catalog.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { listInputNames } from "../../execution/input/list-input-names.ts";
import { prepareToolAdvice, type ToolAdvice } from "../unknown-slugs.ts";

/** Every server keeps the settings of toolsets in use in memory. */
const maxCharacters = 256 * 1024;
const maxTools = 500;
const noNames: ReadonlySet<string> = new Set();

/**
 * Checks a toolset's settings in a request, and returns those that are set (decisions D65). A preset must be an input of the tool,
 * and its value must be valid for it. What is stored already may be sent back, also for a tool that an import has removed or changed
 * since: the preset must guard the tool when it returns.
 *
 * @param stored the toolset's settings; null: it has none
 * @throws ApiError `VALIDATION_ERROR` with all problems
 */
export async function checkToolsetSettings(
  deps: Pick<Deps, "catalog" | "tools">,
  caller: Caller,
  sent: ToolsetSettingsInput,
  stored: Partial<ToolsetSettings> | null,
): Promise<Partial<ToolsetSettings>> {
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const tools = Object.entries(sent.tools ?? {});
  if (tools.length > maxTools || JSON.stringify(sent).length > maxCharacters) {
    checkNoProblems([
      {
        field: "settings",
        issue: `Takes at most ${maxTools} tools and ${maxCharacters / 1024} KiB of JSON.`,
      },
    ]);
  }
  const advise = prepareToolAdvice(catalog.tools);
  const problems = [
    ...listUnknownApprovals(catalog, sent.approvals, stored?.approvals, advise),
    ...listNameProblems(catalog, tools),
  ];
  for (const [slug, tool] of tools) {
    if (isDeepStrictEqual(compact(tool), ownSettingsOf(stored, slug))) {
      continue;
    }
    const { presets } = tool;
    const entry = catalog.findTool(slug);
    if (entry === undefined) {
      problems.push({ field: `settings.tools.${slug}`, issue: `"${slug}" is not a tool. ${advise(slug)}` });
    } else if (presets != null) {
      problems.push(...(await listPresetProblems(deps, entry, presets)));
    }
  }
  checkNoProblems(problems);
  const given = Object.entries(sent).filter(([, value]) => value != null);
  return {
    ...Object.fromEntries(given),
    ...(sent.tools != null && {
      tools: Object.fromEntries(tools.map(([slug, tool]) => [slug, compact(tool)])),
    }),
  };
}

/** Leaves out members that are null. */
const compact = (tool: ToolsetTool): ToolsetTool =>
  Object.fromEntries(Object.entries(tool).filter(([, value]) => value !== null));

const ownSettingsOf = (stored: Partial<ToolsetSettings> | null, slug: string): ToolsetTool | undefined =>
  Object.hasOwn(stored?.tools ?? {}, slug) ? stored?.tools?.[slug] : undefined;

function listUnknownApprovals(
  catalog: CompanyCatalog,
  approvals: ToolsetSettingsInput["approvals"],
  stored: ToolsetSettings["approvals"] | undefined,
  advise: ToolAdvice,
): Problem[] {
  return (Array.isArray(approvals) ? approvals : []).flatMap((slug, index) =>
    catalog.findTool(slug) === undefined && !(Array.isArray(stored) && stored.includes(slug))
      ? [{ field: `settings.approvals[${index}]`, issue: `"${slug}" is not a tool. ${advise(slug)}` }]
      : [],
  );
}

/** A given name must be one tool's only, so that a call by name means what the agent saw. */
function listNameProblems(catalog: CompanyCatalog, tools: [slug: string, ToolsetTool][]): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const [slug, { name }] of tools) {
    if (name == null) {
      continue;
    }
    const other = catalog.findTool(name);
    if (other !== undefined && other.slug !== slug) {
      problems.push({
        field: `settings.tools.${slug}.name`,
        issue: `"${name}" is the slug of another tool.`,
      });
    } else if (Object.hasOwn(metaToolInputs, name)) {
      // Two tools of one name would make models refuse the whole list.
      problems.push({
        field: `settings.tools.${slug}.name`,
        issue: `"${name}" is the name of a tool of Bowline itself.`,
      });
    } else if (seen.has(name)) {
      problems.push({ field: `settings.tools.${slug}.name`, issue: `"${name}" is given to two tools.` });
    }
    seen.add(name);
  }
  return problems;
}

async function listPresetProblems(
  { tools }: Pick<Deps, "tools">,
  entry: ToolEntry,
  presets: Record<string, unknown>,
): Promise<Problem[]> {
  const place = `settings.tools.${entry.slug}.presets`;
  const tool = await tools.load(entry);
  const known = listInputNames(tool.inputSchema);
  const unknown = known === null ? [] : Object.keys(presets).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    return unknown.map((name) => ({
      field: `${place}.${name}`,
      issue: `"${name}" is not an input of "${entry.slug}". GET /v1/tools/${entry.slug} has its inputs.`,
    }));
  }
  try {
    await tool.validateMembers(presets, noNames);
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.details !== null) {
      return error.details.map(({ field, issue }) => ({ field: field.replace(/^fields/, place), issue }));
    }
    throw error;
  }
}
