import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { approval, approvalMinutes, approvalStatuses, denyApprovalBody } from "../resources/approval.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { guid } from "../resources/primitives.ts";

const shared = { tag: "Approvals", extension: true, auth: "member", budget: "standard" } as const;

const one = {
  ...shared,
  ownership: "caller",
  params: z.object({ approvalId: guid }),
  output: approval,
} as const;

export const listApprovals = defineOperation({
  ...shared,
  id: "listApprovals",
  method: "GET",
  path: "/v1/approvals",
  summary: "List the approvals that you may decide",
  description:
    "Newest first: those of your own calls and, for Admins, those of the company's service members. Long inputs are cut, and `isInputCut` says so.",
  narrowed: "readOnly",
  scope: "toolsets:read",
  ownership: "none",
  query: z.object({
    ...pageQuery(),
    status: z.enum(approvalStatuses).optional().meta({ description: "Only approvals with this status." }),
    isWaiting: z
      .boolean()
      .optional()
      .meta({ description: "Only approvals that wait for a decision (true) or wait no more (false)." }),
  }),
  output: listOf("Approval", approval),
  errors: [],
});

export const getApproval = defineOperation({
  ...one,
  id: "getApproval",
  method: "GET",
  path: "/v1/approvals/{approvalId}",
  summary: "Get an approval",
  description:
    "With the call that waits: its tool, its connection and its whole input, in which secrets are masked.",
  narrowed: "readOnly",
  scope: "toolsets:read",
  errors: ["NOT_FOUND"],
});

export const approveApproval = defineOperation({
  ...one,
  id: "approveApproval",
  method: "POST",
  path: "/v1/approvals/{approvalId}/Approve",
  summary: "Approve a call",
  description: `When the same call is made again within ${approvalMinutes} minutes, it runs, once.`,
  narrowed: "none",
  scope: "toolsets:write",
  errors: ["NOT_FOUND"],
});

export const denyApproval = defineOperation({
  ...one,
  id: "denyApproval",
  method: "POST",
  path: "/v1/approvals/{approvalId}/Deny",
  summary: "Deny a call",
  description: "Also takes back an approval that was not used yet.",
  narrowed: "none",
  scope: "toolsets:write",
  body: denyApprovalBody,
  errors: ["NOT_FOUND"],
});
