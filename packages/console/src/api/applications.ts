import type { Application } from "@bowline/sdk";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { countPreparingApplications } from "../session/access-token.ts";
import { askAgain } from "./ask-again.ts";
import { bowline } from "./bowline.ts";

/** All applications of the catalog. They are loaded once, and searched in the browser. */
export const applicationsQuery = queryOptions({
  queryKey: ["applications"],
  queryFn: ({ signal }) => bowline.applications.list({ top: 1000 }, { signal }).toArray(),
  staleTime: 60_000,
});

const preparingPollMs = 2000;

/** Whether the built-in applications are still being prepared, as at the first start of a server. */
export const isPreparing = (applications: readonly Application[] | undefined): boolean =>
  applications !== undefined &&
  countPreparingApplications() > 0 &&
  !applications.some(({ source }) => source === "builtin");

/** The catalog. While the server prepares the built-in applications, it is read again until they are there. */
export const catalogQuery = queryOptions({
  ...applicationsQuery,
  refetchInterval: ({ state }) => (isPreparing(state.data) ? preparingPollMs : askAgain(state)),
});

/** The applications that the company has hidden. */
export const hiddenApplicationsQuery = queryOptions({
  queryKey: ["applications", "hidden"],
  queryFn: ({ signal }) => bowline.applications.list({ top: 1000, isEnabled: false }, { signal }).toArray(),
  staleTime: 60_000,
});

export const applicationQuery = (slug: string) =>
  queryOptions({
    queryKey: ["applications", "one", slug],
    queryFn: ({ signal }) => bowline.applications.get(slug, { signal }),
    staleTime: 60_000,
  });

/** The changes of an MCP server's tools that wait for an Admin. */
export const changesQuery = (slug: string) =>
  queryOptions({
    queryKey: ["applications", "changes", slug],
    queryFn: ({ signal }) => bowline.applications.listChanges(slug, { top: 1000 }, { signal }).toArray(),
  });

/** After an application was imported, changed, hidden or deleted. */
export const refreshApplications = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["applications"] }),
    queryClient.invalidateQueries({ queryKey: ["tools"] }),
  ]);
};
