import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** The signed-in person's toolsets. */
export const toolsetsQuery = queryOptions({
  queryKey: ["toolsets"],
  queryFn: ({ signal }) => bowline.toolsets.list({ top: 1000 }, { signal }).toArray(),
});

export const toolsetQuery = (toolsetId: string) =>
  queryOptions({
    queryKey: ["toolsets", "one", toolsetId],
    queryFn: ({ signal }) => bowline.toolsets.get(toolsetId, { signal }),
  });

export const refreshToolsets = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["toolsets"] });
