import { queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** The providers whose authentication methods are known. They are loaded once, and searched in the browser. */
export const providersQuery = queryOptions({
  queryKey: ["providers"],
  queryFn: ({ signal }) => bowline.providers.list({ top: 1000 }, { signal }).toArray(),
  staleTime: Number.POSITIVE_INFINITY,
});
