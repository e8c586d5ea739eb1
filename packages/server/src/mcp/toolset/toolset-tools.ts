import type { ToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import { findSlug, readName } from "../../execution/tool-names.ts";
import { readSettings } from "../../execution/toolset-settings.ts";
import { findNearestSlug } from "../../suggestions/nearest-slug.ts";
import { type OfferedTools, UnknownToolError } from "../offered-tools.ts";
import { describeReadResult, readResult, readResultName } from "../results/read-result.ts";
import type { ServedRequest } from "../served-request.ts";
import { buildDefinitions } from "./build-definitions.ts";
import { callToolsetTool } from "./call-toolset-tool.ts";
import type { DefinitionCache } from "./definition-cache.ts";
import { findEntry, listEntries } from "./list-entries.ts";
import type { OutputSchemas } from "./output-schemas.ts";

/** What the toolsets' endpoints keep in memory. */
export interface ToolsetParts {
  definitions: DefinitionCache;
  outputs: OutputSchemas;
}

const maxNamed = 10;

/** For a model, which cannot list the tools again by itself. */
function describeNames(names: readonly string[], isReadOnly: boolean): string {
  if (names.length === 0) {
    return isReadOnly
      ? "The toolset has no tool that only reads, and this credential may only read."
      : "The toolset has no tools. Ask the user to add some.";
  }
  const named = names.slice(0, maxNamed).join(", ");
  const others = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : "";
  return `The tools are: ${named}${others}.`;
}

/** Offers exactly the tools of a toolset (decisions D61). */
export function offerToolset(
  deps: Deps,
  { definitions, outputs }: ToolsetParts,
  served: ServedRequest,
  toolset: ToolsetRow,
): OfferedTools {
  const { caller } = served;
  const settings = readSettings(toolset);
  return {
    instructions: `The tools of the toolset ${JSON.stringify(toolset.name)}. Each call uses an account that its owner connected.`,
    async list() {
      const entries = listEntries(await deps.catalog.forCompany(caller.companyId), caller, toolset);
      const tools = await definitions.get(toolset, entries, caller.credential.narrowing.isReadOnly, () =>
        buildDefinitions({ db: deps.db.kysely, outputs }, toolset, entries),
      );
      return settings.resultBytes === null ? tools : [...tools, describeReadResult()];
    },
    async call(call) {
      const catalog = await deps.catalog.forCompany(caller.companyId);
      const slug = findSlug(toolset, call.name);
      const entry = slug === null ? undefined : findEntry(catalog, caller, toolset, slug);
      if (entry !== undefined) {
        return callToolsetTool({ ...deps, outputs }, served, { toolset, settings, entry }, call);
      }
      if (call.name === readResultName && settings.resultBytes !== null) {
        return readResult(deps, served, settings.resultBytes, call.input);
      }
      const names = listEntries(catalog, caller, toolset).map((one) => readName(toolset, one.slug));
      const advice = describeNames(names, caller.credential.narrowing.isReadOnly);
      const offered = settings.resultBytes === null ? names : [...names, readResultName];
      throw new UnknownToolError(call.name, findNearestSlug(call.name, offered), advice);
    },
  };
}
