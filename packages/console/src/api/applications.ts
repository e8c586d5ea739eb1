import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** All applications of the catalog. They are loaded once, and searched in the browser. */
export const applicationsQuery = queryOptions({
  queryKey: ["applications"],
  queryFn: ({ signal }) => bowline.applications.list({ top: 1000 }, { signal }).toArray(),
  staleTime: 60_000,
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

/** After an application was imported, changed, hidden or deleted. */
export const refreshApplications = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["applications"] }),
    queryClient.invalidateQueries({ queryKey: ["tools"] }),
  ]);
};
