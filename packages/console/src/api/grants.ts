import { queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** The clients that the signed-in person allowed to act. */
export const grantsQuery = queryOptions({
  queryKey: ["grants"],
  queryFn: ({ signal }) => bowline.grants.list({ top: 1000 }, { signal }).toArray(),
});
