import { queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** The OAuth methods of the catalog, with the clients of the company. */
export const oauthClientsQuery = queryOptions({
  queryKey: ["oauth-clients"],
  queryFn: ({ signal }) => bowline.applications.listOAuthClients({ top: 1000 }, { signal }).toArray(),
});
