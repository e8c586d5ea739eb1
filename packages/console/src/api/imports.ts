import { queryOptions } from "@tanstack/react-query";
import { askAgain } from "./ask-again.ts";
import { bowline } from "./bowline.ts";

/** The status of an import, as the API numbers it. */
export const importStatus = { done: 0, inProgress: 1, failed: 2 } as const;

const pollMs = 500;

/** How far an import is. Read again every half second until it ends. */
export const importQuery = (importId: number) =>
  queryOptions({
    queryKey: ["imports", "one", importId],
    queryFn: ({ signal }) => bowline.applications.getImport(importId, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.status === importStatus.inProgress ? pollMs : askAgain(state),
    staleTime: pollMs,
  });

/** The person's own imports, newest first. Read anew whenever it is shown, because imports go on by themselves. */
export const importsQuery = queryOptions({
  queryKey: ["imports", "list"],
  queryFn: ({ signal }) => bowline.applications.listImports({ top: 10 }, { signal }),
  staleTime: 0,
});
