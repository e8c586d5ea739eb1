import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { takeFromStart } from "../session/access-token.ts";
import { bowline } from "./bowline.ts";

/** With the time of the request itself, a person sees a new call within 5 seconds. */
const pollMs = 4000;

/** How many approvals are shown at first, and how many more each time. */
export const approvalPage = 20;

/** Behind the end of every list: the response has the count, and none of the inputs. */
const behindAll = 2_000_000_000;

/** How many calls wait for a decision. At first that came with the access token; read again while the page is visible. */
export const waitingCountQuery = queryOptions({
  queryKey: ["approvals", "waiting count"],
  queryFn: async ({ signal }) =>
    (await takeFromStart("waitingApprovals")) ??
    (await bowline.approvals.list({ status: "waiting", offset: behindAll, top: 1 }, { signal })).totalCount,
  refetchInterval: pollMs,
  staleTime: pollMs,
});

/** The newest approvals that wait for a decision. Read again while the page is visible. */
export const waitingApprovalsQuery = (top: number) =>
  queryOptions({
    queryKey: ["approvals", "waiting", top],
    queryFn: ({ signal }) => bowline.approvals.list({ status: "waiting", top }, { signal }),
    refetchInterval: pollMs,
    staleTime: pollMs,
    placeholderData: keepPreviousData,
  });

/** The whole input of a call, which a list cuts when it is long. It never changes. */
export const wholeInputQuery = (approvalId: string) =>
  queryOptions({
    queryKey: ["approval input", approvalId],
    queryFn: async ({ signal }) => (await bowline.approvals.get(approvalId, { signal })).input,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The newest approvals that were decided or ran out. */
export const decidedApprovalsQuery = (top: number) =>
  queryOptions({
    queryKey: ["approvals", "decided", top],
    queryFn: ({ signal }) => bowline.approvals.list({ isWaiting: false, top }, { signal }),
    placeholderData: keepPreviousData,
  });
