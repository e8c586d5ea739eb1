import type { Tool } from "@bowline/sdk";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** The longest page of a list of tools (decisions D22). */
export const mostToolsInOneCall = 1000;

/** All tools of an application, without their schemas, the recommended ones first. They are searched in the browser. */
export const applicationToolsQuery = (applicationSlug: string) =>
  queryOptions({
    queryKey: ["tools", "of", applicationSlug],
    queryFn: ({ signal }) =>
      bowline.tools.list({ applicationSlug, view: "summary", top: mostToolsInOneCall }, { signal }).toArray(),
    staleTime: 300_000,
    select: putRecommendedFirst,
  });

const putRecommendedFirst = (tools: Tool[]): Tool[] =>
  tools.toSorted((one, other) => Number(other.isFeatured ?? false) - Number(one.isFeatured ?? false));

/** The tools that fit a search best. The server searches, so wait for a pause in the typing. */
export const toolSearchQuery = (search: string, top = 50) =>
  queryOptions({
    queryKey: ["tools", "search", search, top],
    queryFn: ({ signal }) => bowline.tools.list({ search, view: "summary", top }, { signal }),
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });

interface FoundToolsFilters {
  /** Empty: all tools, by slug. */
  search: string;
  applicationSlug: string | undefined;
  readOnly: boolean | undefined;
}

const pageSize = 100;

/** The tools of the whole catalog that fit, the best first, a page at a time. The server searches, so wait for a pause in the typing. */
export const foundToolsQuery = ({ search, applicationSlug, readOnly }: FoundToolsFilters) =>
  infiniteQueryOptions({
    queryKey: ["tools", "found", search, applicationSlug ?? null, readOnly ?? null],
    queryFn: ({ signal, pageParam }) =>
      bowline.tools.list(
        { search, applicationSlug, readOnly, view: "summary", top: pageSize, offset: pageParam },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ offset, items, totalCount }) =>
      items.length === 0 || offset + items.length >= totalCount ? null : offset + items.length,
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });

/** One tool with its schemas. */
export const toolQuery = (toolSlug: string) =>
  queryOptions({
    queryKey: ["tools", "one", toolSlug],
    queryFn: ({ signal }) => bowline.tools.get(toolSlug, {}, { signal }),
    staleTime: 300_000,
  });
