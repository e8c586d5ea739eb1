import { queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** Who is signed in. */
export const identityQuery = queryOptions({
  queryKey: ["identity"],
  queryFn: ({ signal }) => bowline.auth.whoami({ signal }),
  staleTime: 60_000,
});
