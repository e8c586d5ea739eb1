import { queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** The company's people and services. Admins only. */
export const membersQuery = queryOptions({
  queryKey: ["members"],
  queryFn: ({ signal }) => bowline.members.list({ top: 1000 }, { signal }).toArray(),
});
