import { queryOptions } from "@tanstack/react-query";
import { takeFromStart } from "../session/access-token.ts";
import { bowline } from "./bowline.ts";

const pollMs = 5000;

/** How many calls wait for a decision. At first that came with the access token; read again every 5 seconds while the page is visible. */
export const waitingCountQuery = queryOptions({
  queryKey: ["approvals", "waiting count"],
  queryFn: async ({ signal }) =>
    (await takeFromStart("waitingApprovals")) ??
    (await bowline.approvals.list({ status: "waiting", top: 1 }, { signal })).totalCount,
  refetchInterval: pollMs,
  staleTime: pollMs,
});

/** Approvals that wait for a decision. Read again every 5 seconds while the page is visible. */
export const waitingApprovalsQuery = queryOptions({
  queryKey: ["approvals", "waiting"],
  queryFn: ({ signal }) => bowline.approvals.list({ status: "waiting", top: 100 }, { signal }),
  refetchInterval: pollMs,
  staleTime: 4000,
});

/** The newest approvals that were decided or ran out. */
export const decidedApprovalsQuery = queryOptions({
  queryKey: ["approvals", "decided"],
  queryFn: ({ signal }) => bowline.approvals.list({ isWaiting: false, top: 200 }, { signal }),
});
