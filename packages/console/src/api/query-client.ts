import { AuthenticationError, ConnectionError, NotFoundError } from "@bowline/sdk";
import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { forgetAccessToken, getAccessToken } from "../session/access-token.ts";
import { askAgain } from "./ask-again.ts";
import { readAgainOnFocus } from "./read-again.ts";

/** The SDK repeats what may be repeated, so nothing is repeated here. */
export function createQueryClient(): QueryClient {
  // A button must be disabled before the second click of a double click. The library's own timer may come after it.
  notifyManager.setScheduler(queueMicrotask);
  const changes = new BroadcastChannel("bowline-changes");
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        checkSession(error);
        // What was deleted elsewhere is not shown on as if it were there.
        if (error instanceof NotFoundError && query.state.data !== undefined) {
          query.setState({ ...query.state, data: undefined });
        }
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: () => changes.postMessage("changed"),
      onError: (error) => {
        checkSession(error);
        // A list still has what was deleted elsewhere, and not yet what was done although the response was lost.
        if (error instanceof NotFoundError || error instanceof ConnectionError) {
          void queryClient.invalidateQueries();
        }
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        networkMode: "always",
        refetchOnReconnect: true,
        refetchInterval: ({ state }) => askAgain(state),
      },
      // A browser that is offline may reach a server anyway. What was pressed happens now, or not at all.
      mutations: { networkMode: "always" },
    },
  });
  readAgainOnFocus(queryClient);
  // Another tab has changed something. One that nobody sees reads it when it is shown again. The history is live, or stands still.
  changes.onmessage = () => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== "executions",
      refetchType: document.hidden ? "none" : "active",
    });
  };
  return queryClient;
}

/** A refused token means that the session may have ended. Asking for a new one leads to the sign-in page if so. */
function checkSession(error: unknown): void {
  if (error instanceof AuthenticationError) {
    forgetAccessToken();
    getAccessToken().catch(() => undefined);
  }
}
