import type { Approval } from "@bowline/sdk";
import type { ListOptions } from "../../output/output.ts";
import type { Columns } from "../../output/table.ts";
import type { Session } from "../../session.ts";

export async function listApprovals(
  { bowline, output, wait }: Session,
  { status, ...options }: ListOptions & { status?: Approval["status"] },
): Promise<void> {
  const call = bowline().approvals.list({ status });
  await wait("Reading the approvals", () => output.printList(call, approvalColumns, options));
}

export const approvalColumns: Columns<Approval> = {
  id: ({ approvalId }) => approvalId,
  status: ({ status }) => status,
  tool: ({ toolSlug }) => toolSlug,
  requested: ({ requestedDate }) => requestedDate,
  expires: ({ expiresDate }) => expiresDate,
};
