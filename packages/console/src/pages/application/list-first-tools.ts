import type { Application } from "@bowline/sdk";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { applicationsQuery } from "../../api/applications.ts";
import { bowline } from "../../api/bowline.ts";
import { applicationToolsQuery } from "../../api/tools.ts";

const idle = 0;
const inProgress = 1;
const failed = 2;
const pollMs = 500;

/** Whether it is an MCP server that tells its tools to connections only, and has told none yet. */
export const hasToldNoTools = ({ source, toolCount }: Application): boolean =>
  source === "mcp" && toolCount === 0;

/** Waits until a server's tools were read over its first connection. The result says why it failed; null: it did not. */
export const firstToolsQuery = (queryClient: QueryClient, slug: string, connectionId: number) =>
  queryOptions({
    queryKey: ["connections", "first-tools", connectionId],
    // It goes on when the dialog is closed, so that the page then shows the tools.
    queryFn: async () => {
      const { connections } = bowline;
      let refresh = await connections.getRefreshStatus(connectionId);
      if (refresh.status === idle && refresh.lastRefreshDate === null) {
        // So many connections were made at once that the server did not begin it for this one.
        await connections.refreshObjects(connectionId);
        refresh = await connections.getRefreshStatus(connectionId);
      }
      while (refresh.status === inProgress) {
        await new Promise((resolve) => setTimeout(resolve, pollMs));
        refresh = await connections.getRefreshStatus(connectionId);
      }
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: applicationToolsQuery(slug).queryKey }),
      ]);
      return refresh.status === failed ? refresh.error : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
