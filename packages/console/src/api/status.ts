import { queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** How the server is. Only for Admins. */
export const statusQuery = queryOptions({
  queryKey: ["status"],
  queryFn: ({ signal }) => bowline.status.get({ signal }),
  refetchInterval: 10_000,
});
