import { queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** The newest executions. */
export const latestExecutionsQuery = (top: number) =>
  queryOptions({
    queryKey: ["executions", "latest", top],
    queryFn: ({ signal }) => bowline.executions.list({ top }, { signal }),
    staleTime: 2000,
  });
