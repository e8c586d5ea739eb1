import { queryOptions } from "@tanstack/react-query";
import { bowline } from "../../api/bowline.ts";

/** Tries a new connection once at the application. */
export const connectionTestQuery = (connectionId: number) =>
  queryOptions({
    queryKey: ["connections", "test", connectionId],
    queryFn: () => bowline.connections.test(connectionId),
    staleTime: Number.POSITIVE_INFINITY,
  });
