import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** The signed-in person's connections. */
export const connectionsQuery = queryOptions({
  queryKey: ["connections"],
  queryFn: ({ signal }) => bowline.connections.list({ top: 1000 }, { signal }).toArray(),
});

/** What has become of a sign-in at an application. */
export const signInResultQuery = (state: string | undefined) =>
  queryOptions({
    queryKey: ["sign-in-result", state],
    queryFn: ({ signal }) => bowline.connections.getSignInResult({ state: state ?? "" }, { signal }),
    enabled: state !== undefined,
  });

/** After a connection was created, changed or deleted: what is resolved through it may differ, too. */
export const refreshConnections = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["connections"] }),
    queryClient.invalidateQueries({ queryKey: ["resolution"] }),
    queryClient.invalidateQueries({ queryKey: ["toolsets"] }),
  ]);
};
