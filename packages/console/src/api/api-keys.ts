import { queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** The signed-in person's keys; an Admin's list also has those of service members. */
export const apiKeysQuery = queryOptions({
  queryKey: ["api-keys"],
  queryFn: ({ signal }) => bowline.apiKeys.list({ top: 1000 }, { signal }).toArray(),
});
