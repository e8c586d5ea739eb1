import type { JsonSchema, ToolManifest } from "@bowline/catalog";
import type { ActivityCondition, ActivitySort } from "@bowline/contract";
import type { ResultsShape } from "../../runtimes/outcome.ts";
import { readTextAs } from "../input/read-text-as.ts";
import type { LoadedTool } from "../load-tool.ts";
import { listAsked } from "./shape-results.ts";

/** How filters, sort, offset and top are split between the application's parameters and the gateway. */
export interface ResultsPlan {
  /** The tool's input with the parameters for the application's part. */
  input: Record<string, unknown>;
  /** What the gateway does after the call. */
  remaining: ResultsShape;
  /** The runtime is asked to apply `remaining`. Absent: it is not. */
  isOffered?: true;
  /** How many results must pass the remaining filters before no more pages are read. Null: read all. */
  enough: number | null;
}

/**
 * Plans how results are shaped (decisions D31). The application does what the tool's manifest maps to parameters. Null when the
 * request asks for no shaping, or the tool has no manifest. An input from the caller is never replaced: the gateway does that
 * part instead. Only an offset is added to one from the caller.
 */
export function planResults(
  { manifest, inputSchema, entry }: LoadedTool,
  body: ResultsShape,
  input: Record<string, unknown>,
): ResultsPlan | null {
  if (manifest === null || entry.resultsPath === null || listAsked(body).length === 0) {
    return null;
  }
  if (manifest.results?.byRuntime) {
    return { input, remaining: body, isOffered: true, enough: null };
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

/** Plans to read all results, in the largest pages. */
export function planAllResults({ manifest }: LoadedTool, input: Record<string, unknown>): ResultsPlan {
  const draft = { ...input };
  if (manifest !== null) {
    mapTop(manifest, null, draft);
  }
  return { input: draft, remaining: {}, enough: null };
}

/** Sets the parameters of filters that have one, and returns the other filters. */
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
    // Applications read a parameter without a value as none, and would return everything.
    if (mapped === undefined || value === "" || Object.hasOwn(draft, mapped.parameter)) {
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

/** Sets the parameters of a single sort clause, and returns the clauses that are left. */
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

/** Sets the offset parameter where there is one, and returns how many results the application skips. */
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

/** Sets the size parameter to the number of results wanted, or to the largest page. */
function mapTop(manifest: ToolManifest, wanted: number | null, draft: Record<string, unknown>): void {
  const { paging, results } = manifest;
  const parameter = paging === undefined ? results?.top?.parameter : paging.sizeParameter;
  const max = paging === undefined ? results?.top?.max : paging.maxSize;
  const begin = paging?.kind === "offset" ? undefined : paging?.parameter;
  // A page number sent by the caller depends on the page size that the caller expects.
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
