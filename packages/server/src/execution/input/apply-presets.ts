import type { ToolExecuteRequest } from "@bowline/contract";
import { ApiError, checkNoProblems, invalidField, type Problem } from "../../api-error.ts";
import type { LoadedTool } from "../load-tool.ts";
import type { Presets } from "../toolset-settings.ts";
import { listInputNames } from "./list-input-names.ts";

/**
 * Adds a toolset's presets to the input of a request (decisions D65). The request must set none of them, neither in `fields` nor in
 * `subItems` nor by `contextValue`.
 *
 * @throws ApiError `VALIDATION_ERROR`
 */
export function applyPresets(
  tool: LoadedTool,
  presets: Presets,
  body: ToolExecuteRequest,
): ToolExecuteRequest {
  checkNoProblems([
    ...listGiven(tool, presets, "fields", body.fields),
    ...listGiven(tool, presets, "subItems", body.subItems),
  ]);
  if (body.contextValue != null) {
    checkContextFree(tool, presets);
  }
  return { ...body, fields: { ...body.fields, ...presets } };
}

/**
 * Checks that `contextValue` fills no input that the toolset sets.
 *
 * @throws ApiError `VALIDATION_ERROR`
 */
export function checkContextFree({ manifest }: Pick<LoadedTool, "manifest">, presets: Presets): void {
  const filled = manifest?.context?.inputs.find((name) => Object.hasOwn(presets, name));
  if (filled !== undefined) {
    throw invalidField("contextValue", `It fills the input "${filled}", ${explanation}`);
  }
}

/**
 * Validates an input that contains presets. Where the tool has changed so that it does not take a preset any more, neither the agent can mend
 * that, nor may it see the preset (decisions D65).
 *
 * @throws ApiError `CONFLICT` about a preset, `VALIDATION_ERROR` about another input
 */
export async function validateWithPresets(
  tool: LoadedTool,
  presets: Presets,
  ...rest: Parameters<LoadedTool["validateInput"]>
): Promise<Awaited<ReturnType<LoadedTool["validateInput"]>>> {
  try {
    return await tool.validateInput(...rest);
  } catch (error) {
    if (error instanceof ApiError && error.details?.some(({ field }) => isOfPreset(field, presets))) {
      throw new ApiError(
        "CONFLICT",
        `The toolset sets inputs of "${tool.entry.slug}" that the tool does not take any more. The toolset's owner must change its presets.`,
      );
    }
    throw error;
  }
}

const isOfPreset = (field: string, presets: Presets): boolean =>
  Object.keys(presets).some((name) => {
    const path = `fields.${name}`;
    return field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`);
  });

/** Whether reading on in a list would send other values than the presets: then only one page is read. */
export function changesPresets({ manifest }: LoadedTool, presets: Presets): boolean {
  const parameter = manifest?.paging?.parameter;
  return parameter !== undefined && Object.hasOwn(presets, parameter);
}

const explanation = "which the toolset sets for every call. Leave it out.";

function listGiven(
  tool: LoadedTool,
  presets: Presets,
  place: "fields" | "subItems",
  sent: Readonly<Record<string, unknown>> | null | undefined,
): Problem[] {
  if (sent == null) {
    return [];
  }
  const folded = new Set(Object.keys(presets).map(foldName));
  const isSame = (name: string) =>
    Object.hasOwn(presets, name) || (folded.has(foldName(name)) && !isInput(tool, name));
  return Object.keys(sent)
    .filter(isSame)
    .map((name) => ({ field: `${place}.${name}`, issue: `This is an input ${explanation}` }));
}

/** A lenient application may read a name in another spelling as the same. */
const foldName = (name: string): string => name.normalize("NFKC").trim().toLowerCase();

const isInput = (tool: LoadedTool, name: string): boolean =>
  listInputNames(tool.inputSchema)?.has(name) ?? false;
