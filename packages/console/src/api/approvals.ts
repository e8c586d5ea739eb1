import { queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** Approvals that wait for a decision. Read again every 5 seconds while the page is visible. */
export const waitingApprovalsQuery = queryOptions({
  queryKey: ["approvals", "waiting"],
  queryFn: ({ signal }) => bowline.approvals.list({ status: "waiting", top: 100 }, { signal }),
  refetchInterval: 5000,
  staleTime: 4000,
});

/** The newest approvals that were decided or ran out. */
export const decidedApprovalsQuery = queryOptions({
  queryKey: ["approvals", "decided"],
  queryFn: ({ signal }) => bowline.approvals.list({ isWaiting: false, top: 200 }, { signal }),
});
