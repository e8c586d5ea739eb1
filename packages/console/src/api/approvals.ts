import { queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** Approvals that wait for a decision. Read again every 5 seconds while the page is visible. */
export const waitingApprovalsQuery = queryOptions({
  queryKey: ["approvals", "waiting"],
  queryFn: ({ signal }) => bowline.approvals.list({ status: "waiting", top: 100 }, { signal }),
  refetchInterval: 5000,
  staleTime: 4000,
});

/** The approvals that were decided or ran out. The list has no filter for all of them, so the waiting ones are left out here. */
export const decidedApprovalsQuery = queryOptions({
  queryKey: ["approvals", "decided"],
  queryFn: async ({ signal }) => {
    const page = await bowline.approvals.list({ top: 200 }, { signal });
    return { ...page, items: page.items.filter(({ status }) => status !== "waiting") };
  },
});
