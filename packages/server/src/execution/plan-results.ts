import type { JsonSchema, ToolManifest } from "@bowline/catalog";
import type { ActivityCondition, ActivitySort } from "@bowline/contract";
import type { LoadedTool } from "./load-tool.ts";
import { readTextAs } from "./read-text-as.ts";
import { listAsked, type Shape } from "./shape-results.ts";

/** Who does what of filters, sort, offset and top: the application by its parameters, the rest is left to the gateway. */
export interface ResultsPlan {
  /** The tool's input with the parameters that the application's part needs. */
  input: Record<string, unknown>;
  /** What the gateway does after the call. */
  remaining: Shape;
  /** How many results that pass the remaining filters are enough; null: all there are. */
  enough: number | null;
}

/**
 * Plans how results are shaped (decisions D31): what the tool's manifest maps is done by the application. Null when nothing is
 * asked for, or the tool has no manifest. An input that the caller gave is never replaced: what it stands for is then done here.
 */
export function planResults(
  { manifest, inputSchema, entry }: LoadedTool,
  body: Shape,
  input: Record<string, unknown>,
): ResultsPlan | null {
  if (manifest === null || entry.resultsPath === null || listAsked(body).length === 0) {
    return null;
  }
  const draft: Record<string, unknown> = { ...input };
  const filters = mapFilters(manifest, inputSchema, body.filters ?? [], draft);
  const sort = mapSort(manifest, body.sort ?? [], draft);
  const offset = body.offset ?? 0;
  const top = body.top ?? null;
  const isShapedHere = filters.length > 0 || sort.length > 0;
  const skipped = isShapedHere ? 0 : mapOffset(manifest, offset, draft);
  const wanted = top === null ? null : offset - skipped + top;
  mapTop(manifest, isShapedHere ? null : wanted, draft);
  return {
    input: draft,
    remaining: { filters, sort, offset: offset - skipped, top },
    enough: sort.length > 0 ? null : wanted,
  };
}

/** Plans to read all results there are, in pages as large as they come. */
export function planAllResults({ manifest }: LoadedTool, input: Record<string, unknown>): ResultsPlan {
  const draft = { ...input };
  if (manifest !== null) {
    mapTop(manifest, null, draft);
  }
  return { input: draft, remaining: {}, enough: null };
}

/** Sets the parameters of filters that have one; answers the others. */
function mapFilters(
  manifest: ToolManifest,
  inputSchema: JsonSchema,
  filters: readonly ActivityCondition[],
  draft: Record<string, unknown>,
): ActivityCondition[] {
  const properties = (inputSchema.properties ?? {}) as Record<string, unknown>;
  return filters.filter(({ fieldName, operator, value }) => {
    const mapped = manifest.results?.filters?.find(
      (one) => one.fieldName === fieldName && one.operator === operator,
    );
    if (mapped === undefined || Object.hasOwn(draft, mapped.parameter)) {
      return true;
    }
    const read = readTextAs(properties[mapped.parameter], value, inputSchema);
    if (read === undefined) {
      return true;
    }
    draft[mapped.parameter] = read;
    return false;
  });
}

/** Sets the parameters of the one order asked for; answers the clauses that are left. */
function mapSort(
  manifest: ToolManifest,
  sort: readonly ActivitySort[],
  draft: Record<string, unknown>,
): ActivitySort[] {
  const [clause, another] = sort;
  const mapped = manifest.results?.sort?.find(
    (one) => one.fieldName === clause?.fieldName && one.orderDirection === clause.orderDirection,
  );
  const names = Object.keys(mapped?.parameters ?? {});
  if (mapped === undefined || another !== undefined || names.some((name) => Object.hasOwn(draft, name))) {
    return [...sort];
  }
  Object.assign(draft, mapped.parameters);
  return [];
}

/** Lets the application skip results where it can; answers how many it does. */
function mapOffset(manifest: ToolManifest, offset: number, draft: Record<string, unknown>): number {
  const { paging, results } = manifest;
  if (offset === 0) {
    return 0;
  }
  if (paging?.kind === "offset") {
    const from = Number(draft[paging.parameter] ?? 0);
    draft[paging.parameter] = from + offset;
    return offset;
  }
  const parameter = results?.offset?.parameter;
  if (paging !== undefined || parameter === undefined || Object.hasOwn(draft, parameter)) {
    return 0;
  }
  draft[parameter] = offset;
  return offset;
}

/** Asks for as many results as are wanted, or as large pages as there are. */
function mapTop(manifest: ToolManifest, wanted: number | null, draft: Record<string, unknown>): void {
  const { paging, results } = manifest;
  const parameter = paging === undefined ? results?.top?.parameter : paging.sizeParameter;
  const max = paging === undefined ? results?.top?.max : paging.maxSize;
  const begin = paging?.kind === "offset" ? undefined : paging?.parameter;
  // What a page's number means depends on the size that its caller has in mind.
  const isSizeOpen = begin === undefined || !Object.hasOwn(draft, begin);
  if (parameter === undefined || Object.hasOwn(draft, parameter) || !isSizeOpen) {
    return;
  }
  if (max !== undefined) {
    draft[parameter] = Math.min(max, Math.max(1, wanted ?? max));
  } else if (paging === undefined && wanted !== null) {
    draft[parameter] = Math.max(1, wanted);
  }
}
