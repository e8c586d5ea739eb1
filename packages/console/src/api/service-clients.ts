import { queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

export const serviceClientsQuery = queryOptions({
  queryKey: ["service-clients"],
  queryFn: ({ signal }) => bowline.clients.list({ top: 1000 }, { signal }).toArray(),
});
