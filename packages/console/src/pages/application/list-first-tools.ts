import type { Application } from "@bowline/sdk";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { applicationsQuery } from "../../api/applications.ts";
import { bowline } from "../../api/bowline.ts";
import { applicationToolsQuery } from "../../api/tools.ts";

const inProgress = 1;
const pollMs = 500;

/** Whether it is an MCP server that tells its tools to connections only, and has told none yet. */
export const hasToldNoTools = ({ source, toolCount }: Application): boolean =>
  source === "mcp" && toolCount === 0;

/** Reads a server's tools over its first connection. The result says why it failed; null: it did not. */
export const firstToolsQuery = (queryClient: QueryClient, slug: string, connectionId: number) =>
  queryOptions({
    queryKey: ["connections", "first-tools", connectionId],
    // It goes on when the dialog is closed, so that the page then shows the tools.
    queryFn: async () => {
      const { connections } = bowline;
      await connections.refreshObjects(connectionId);
      let refresh = await connections.getRefreshStatus(connectionId);
      while (refresh.status === inProgress) {
        await new Promise((resolve) => setTimeout(resolve, pollMs));
        refresh = await connections.getRefreshStatus(connectionId);
      }
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: applicationToolsQuery(slug).queryKey }),
      ]);
      return refresh.error;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
