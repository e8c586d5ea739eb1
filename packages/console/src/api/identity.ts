import { queryOptions } from "@tanstack/react-query";
import { takeFromStart } from "../session/access-token.ts";
import { bowline } from "./bowline.ts";

/** Who is signed in. At first that came with the access token. */
export const identityQuery = queryOptions({
  queryKey: ["identity"],
  queryFn: async ({ signal }) => (await takeFromStart("identity")) ?? bowline.auth.whoami({ signal }),
  staleTime: 60_000,
});
